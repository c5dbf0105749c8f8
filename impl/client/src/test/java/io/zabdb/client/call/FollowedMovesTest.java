package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.event.ClientListener;
import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.net.Peers;
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.NoOperation;
import io.zabdb.client.operation.Update;
import io.zabdb.client.ring.RingSource;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Partitions move between groups, and no node tells of that but the group that gave one away. A
 * message takes 0.1 ms, a commit 1 ms.
 */
class FollowedMovesTest {

  private static final Ring FIRST = Ring.even(1, 1);
  private static final int GROUPS = 7;
  private static final Bytes ROW = Bytes.of("row");

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, FIRST);
  private final List<Consumer<ClusterState>> watchers = new ArrayList<>();
  private int fetches;
  private final Caller caller = caller();

  /** One that asks the configuration manager, which knows of no move. */
  private Caller caller() {
    cluster.nameOwners();
    cluster.setToldRing(FIRST);
    Peers peers = new Peers(cluster.connector(), time);
    RingSource manager =
        new RingSource() {
          @Override
          public CompletableFuture<ClusterState> fetch() {
            fetches++;
            return CompletableFuture.completedFuture(FakeCluster.byManager(FIRST, GROUPS));
          }

          @Override
          public void watch(Consumer<ClusterState> listener) {
            watchers.add(listener);
          }

          @Override
          public void close() {}
        };
    return new Caller(FakeClients.settings(), manager, peers, time, new SplittableRandom(1));
  }

  private CompletableFuture<Version> put(String value) {
    RowMutation mutation = RowMutation.of(ROW, new Change.Put(Column.DEFAULT, Bytes.of(value)));
    return caller.call(Update.row("put", mutation));
  }

  private String stored() {
    return done(caller.call(new Lookup(ROW, Column.DEFAULT, 1, OperationKind.READ)))
        .get(0)
        .value()
        .text();
  }

  private <T> T done(CompletableFuture<T> future) {
    time.until(future);
    return future.join();
  }

  private ZabException failed(CompletableFuture<?> future) {
    time.until(future);
    return (ZabException) assertThrows(CompletionException.class, future::join).getCause();
  }

  private void move(int group, long attempt, int leader) {
    cluster.move(0, group, attempt);
    cluster.elect(group, leader);
  }

  private List<io.zabdb.rpc.wire.Update> updatesOf(int group) {
    return cluster.nodes().stream()
        .flatMap(node -> node.received().stream())
        .filter(request -> request.hasUpdate() && request.getUpdate().getGroup() == group)
        .map(Request::getUpdate)
        .toList();
  }

  private static Response.Builder wrongOwner(RingPartition owner) {
    Error.Builder error =
        Error.newBuilder().setCodeValue(ErrorCode.WRONG_OWNER.number()).setMessage("scripted");
    if (owner != null) {
      error.setOwner(FakeCluster.wire(owner));
    }
    return Response.newBuilder().setError(error);
  }

  private static int groupOf(Request request) {
    return switch (request.getBodyCase()) {
      case UPDATE -> request.getUpdate().getGroup();
      case GET -> request.getGet().getGroup();
      default -> -1;
    };
  }

  // -- who is asked

  @Test
  void theHeirIsAskedAtOnceAndFromThenOnFirst() {
    done(put("a"));
    move(1, 5, 2);
    int before = fetches;
    Duration took = time.until(put("b"));
    assertTrue(took.compareTo(Duration.ofMillis(2)) < 0, took.toString());
    assertEquals(before, fetches, "the ring need not be asked for");
    int asked = updatesOf(0).size();
    done(put("c"));
    assertEquals("c", stored());
    assertEquals(asked, updatesOf(0).size());
  }

  @Test
  void heirsAreFollowedFromOneToTheNext() {
    done(put("a"));
    cluster.setScript(
        (node, request) ->
            switch (groupOf(request)) {
              case 0 -> wrongOwner(new RingPartition("p0", TokenRange.ALL, 1, 2));
              case 1 -> wrongOwner(new RingPartition("p0", TokenRange.ALL, 2, 3));
              default -> null;
            });
    move(2, 3, 1);
    cluster.elect(1, 2);
    done(put("b"));
    assertEquals("b", stored());
    assertEquals(1, updatesOf(1).size());
  }

  @Test
  void whatTheManagerSaysLaterUndoesNothing() {
    done(put("a"));
    move(1, 5, 2);
    done(put("b"));
    int asked = updatesOf(0).size();
    watchers.forEach(watcher -> watcher.accept(FakeCluster.byManager(FIRST, GROUPS)));
    done(caller.refreshed());
    done(put("c"));
    assertEquals("c", stored());
    assertEquals(asked, updatesOf(0).size());
    assertEquals(1, done(caller.state()).ring().partitions().get(0).group());
    assertEquals(1, done(caller.refreshed()).ring().partitions().get(0).group());
  }

  @Test
  void aClientThatIsSentBackAndForthWaitsAndIsServedSoon() {
    done(put("a"));
    move(1, 5, 2);
    RingPartition heir = new RingPartition("p0", TokenRange.ALL, 1, 5);
    RingPartition before = new RingPartition("p0", TokenRange.ALL, 0, 3);
    // The heir has had it once, gave it back, and is about to get it again.
    cluster.setScript(
        (node, request) ->
            switch (groupOf(request)) {
              case 0 -> wrongOwner(heir);
              case 1 -> wrongOwner(before);
              default -> null;
            });
    int requests = cluster.requests();
    CompletableFuture<Version> put = put("b");
    CompletableFuture<?> get = caller.call(new Lookup(ROW, Column.DEFAULT, 1, OperationKind.READ));
    CompletableFuture<?> stale =
        caller.call(new Lookup(ROW, Column.DEFAULT, 1, OperationKind.STALE_READ));
    time.pass(Duration.ofMillis(500));
    int made = cluster.requests() - requests;
    assertTrue(made > 15 && made < 80, made + " requests");
    assertTrue(fetches < 15, fetches + " looks at the ring");
    cluster.setScript((node, request) -> null);
    assertTrue(time.until(put).toMillis() < 110);
    assertTrue(time.until(get).toMillis() < 110);
    assertTrue(time.until(stale).toMillis() < 110);
    assertEquals("b", stored());
    assertEquals(1, updatesOf(0).stream().filter(update -> update.getSeq() == 2).count());
  }

  @Test
  void groupsThatNameEachOtherForEverAreNotAskedInAHotLoop() {
    done(put("a"));
    long[] attempt = {1};
    cluster.setScript(
        (node, request) ->
            groupOf(request) < 0
                ? null
                : wrongOwner(
                    new RingPartition("p0", TokenRange.ALL, 1 - groupOf(request), attempt[0]++)));
    int requests = cluster.requests();
    CompletableFuture<Version> put = put("b");
    time.pass(Duration.ofMillis(500));
    int made = cluster.requests() - requests;
    assertTrue(made > 20 && made < 150, made + " requests");
    assertFalse(put.isDone());
  }

  @Test
  void anHeirThatNamesNobodyIsAskedAgain() {
    done(put("a"));
    move(1, 5, 2);
    cluster.setScript((node, request) -> groupOf(request) == 1 ? wrongOwner(null) : null);
    int requests = cluster.requests();
    CompletableFuture<?> get = caller.call(new Lookup(ROW, Column.DEFAULT, 1, OperationKind.READ));
    time.pass(Duration.ofMillis(15));
    int made = cluster.requests() - requests;
    assertTrue(made >= 3 && made < 8, made + " requests");
    cluster.setScript((node, request) -> null);
    assertTrue(time.until(get).toMillis() < 20);
    cluster.setScript((node, request) -> groupOf(request) < 0 ? null : wrongOwner(null));
    ZabException failure = failed(put("b"));
    assertEquals(ErrorCode.WRONG_OWNER, failure.code());
    assertFalse(failure.mayHaveHappened());
    assertTrue(cluster.requests() - requests < 250, cluster.requests() + " requests");
  }

  /** It led the group, and has no replica of it any more; nor has it heard of the last move. */
  @Test
  void whoeverKnowsLessIsNotTakenForTheLeaderForEver() {
    move(0, 4, 0);
    done(put("a"));
    cluster.elect(0, 1);
    RingPartition before = new RingPartition("p0", TokenRange.ALL, 1, 3);
    cluster.setScript(
        (node, request) -> node == 0 && groupOf(request) >= 0 ? wrongOwner(before) : null);
    CompletableFuture<Version> put = put("b");
    assertTrue(time.until(put).toMillis() < 2_000);
    done(put);
    assertEquals("b", stored());
  }

  @Test
  void whoeverHasItByTheHigherNumberIsBelievedInTheRingToo() {
    // Nobody names an heir, but some node that is asked for the ring knows.
    cluster.setScript(
        (node, request) -> groupOf(request) == 0 && request.hasUpdate() ? wrongOwner(null) : null);
    move(1, 5, 2);
    CompletableFuture<Version> put = put("a");
    time.pass(Duration.ofMillis(50));
    assertFalse(put.isDone());
    watchers.forEach(
        watcher -> watcher.accept(FakeCluster.byManager(FIRST, GROUPS).with(cluster.ring())));
    assertTrue(time.until(put).toMillis() < 110);
    assertEquals(1, cluster.store().applied().get(0).getGroup());
  }

  @Test
  void anOwnerThatMakesNoSenseIsNone() {
    done(put("a"));
    Error.Builder nonsense =
        Error.newBuilder()
            .setCodeValue(ErrorCode.WRONG_OWNER.number())
            .setOwner(
                io.zabdb.rpc.wire.Ring.Partition.newBuilder().setName("p0").setAfter(5).setUpTo(5));
    cluster.setScript(
        (node, request) -> request.hasUpdate() ? Response.newBuilder().setError(nonsense) : null);
    CompletableFuture<Version> put = put("b");
    time.pass(Duration.ofMillis(50));
    assertFalse(put.isDone());
    assertTrue(updatesOf(0).size() > 4, "it is asked again after pauses");
    cluster.setScript((node, request) -> null);
    done(put);
  }

  @Test
  void whoHasEntryNodesOnlyFollows() {
    CallSettings with = FakeClients.settings();
    CallSettings settings =
        new CallSettings(
            with.timeout(),
            with.quietAfter(),
            with.maxCalls(),
            with.maxBytes(),
            List.of(cluster.node(1).address()),
            ClientListener.NONE);
    Caller entering = FakeClients.caller(cluster, settings, 3);
    RowMutation mutation = RowMutation.of(ROW, new Change.Put(Column.DEFAULT, Bytes.of("v")));
    done(entering.call(Update.row("put", mutation)));
    move(1, 5, 2);
    done(entering.call(Update.row("put", mutation)));
    assertEquals(2, cluster.store().applied().size());
    assertEquals(
        0, cluster.node(0).received().stream().filter(Request::hasUpdate).count(), "not directly");
  }

  @Test
  void anAttemptAtTheGroupBeforeIsNotInTheWayOfOneAtTheSameNode() {
    done(put("a"));
    move(1, 5, 0);
    // The node leads both groups, and holds the update of the one that gave the partition away.
    cluster.setScript(
        (node, request) -> node == 0 && groupOf(request) == 0 ? Response.newBuilder() : null);
    Duration took = time.until(put("b"));
    assertTrue(took.toMillis() < 110, took.toString());
    assertEquals("b", stored());
  }

  @Test
  void rowsOfABatchThatAreApartAreRefusedAtOnce() {
    RingPartition part = new RingPartition("p0", new TokenRange(0, Long.MAX_VALUE), 1, 5);
    cluster.setScript((node, request) -> request.hasUpdate() ? wrongOwner(part) : null);
    List<RowMutation> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(RowMutation.in("row" + i).put(Column.DEFAULT, "v").build());
    }
    assertTrue(rows.stream().anyMatch(row -> Token.of(row.row().array()) > 0));
    assertTrue(rows.stream().anyMatch(row -> Token.of(row.row().array()) < 0));
    ZabException failure = failed(caller.call(Update.batch(rows)));
    assertEquals(ErrorCode.INVALID_ARGUMENT, failure.code());
    assertEquals(1, updatesOf(0).size());
  }

  @Test
  void aGroupWithoutPartitionsIsAskedToDoNothing() {
    move(1, 5, 2);
    cluster.setScript(
        (node, request) ->
            request.hasUpdate() && request.getUpdate().hasNoOperation()
                ? Response.newBuilder()
                    .setUpdated(io.zabdb.rpc.wire.Updated.newBuilder().setIndex(7))
                : null);
    done(put("a"));
    assertEquals(7, done(caller.call(new NoOperation(0))));
    assertEquals(0, updatesOf(0).get(updatesOf(0).size() - 1).getGroup());
  }

  // -- sessions

  @Test
  void anUpdateInDoubtKeepsItsSessionAndNobodyElseGetsIt() {
    done(put("a"));
    long session = cluster.store().applied().get(0).getSession();
    cluster.setScript(
        (node, request) -> {
          if (groupOf(request) != 0 || !request.hasUpdate()) {
            return null;
          }
          cluster.store().update(request.getUpdate());
          cluster.setScript((other, any) -> null);
          move(1, 5, 2);
          cluster.node(0).breakConnections();
          return Response.newBuilder();
        });
    done(put("b"));
    List<io.zabdb.rpc.wire.Update> heirs = updatesOf(1);
    assertEquals(session, heirs.get(0).getSession());
    assertEquals(2, heirs.get(0).getSeq());
    assertEquals(2, cluster.store().applied().size(), "it was done once");
    done(put("c"));
    done(put("d"));
    heirs = updatesOf(1);
    assertNotEquals(session, heirs.get(1).getSession());
    // Back at the first group, where it was idle before: its number there is not known.
    move(0, 9, 0);
    done(put("e"));
    assertEquals("e", stored());
    List<io.zabdb.rpc.wire.Update> back = updatesOf(0);
    assertNotEquals(session, back.get(back.size() - 1).getSession());
    assertEquals(5, cluster.store().applied().size());
  }

  @Test
  void poolsOfSessionsAreNoMoreThanPartitions() {
    for (int attempt = 1; attempt <= 50; attempt++) {
      move(attempt % GROUPS, attempt, attempt % 3);
      done(put("v" + attempt));
    }
    assertEquals("v50", stored());
    assertEquals(1, caller.sessionPools());
  }
}
