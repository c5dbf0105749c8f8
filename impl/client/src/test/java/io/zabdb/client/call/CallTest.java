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
import io.zabdb.client.operation.Lookup;
import io.zabdb.client.operation.Update;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.WireErrors;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Calls of one client to three nodes, in virtual time. A message takes 0.1 ms, a commit 1 ms. */
class CallTest {

  private static final Column COLUMN = Column.DEFAULT;
  private static final Bytes ROW = Bytes.of("row");

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(1, 1));
  private Caller caller = FakeClients.caller(cluster, FakeClients.settings(), 1);

  private CompletableFuture<Version> put(String value) {
    RowMutation mutation = RowMutation.of(ROW, new Change.Put(COLUMN, Bytes.of(value)));
    return caller.call(Update.row("put", mutation));
  }

  private CompletableFuture<List<Cell>> get() {
    return caller.call(new Lookup(ROW, COLUMN, 1, OperationKind.READ));
  }

  private CompletableFuture<List<Cell>> getSpread() {
    return caller.call(new Lookup(ROW, COLUMN, 1, OperationKind.SPREAD_READ));
  }

  private CompletableFuture<List<Cell>> getStale() {
    return caller.call(new Lookup(ROW, COLUMN, 1, OperationKind.STALE_READ));
  }

  private <T> T done(CompletableFuture<T> future) {
    time.until(future);
    return future.join();
  }

  private ZabException failed(CompletableFuture<?> future) {
    time.until(future);
    return (ZabException) assertThrows(CompletionException.class, future::join).getCause();
  }

  private String stored() {
    return done(get()).get(0).value().text();
  }

  /** The requests of a kind that a node took. */
  private List<Request> received(int node, Request.BodyCase kind) {
    return cluster.node(node).received().stream()
        .filter(request -> request.getBodyCase() == kind)
        .toList();
  }

  private List<Request> updates(int node) {
    return received(node, Request.BodyCase.UPDATE);
  }

  private static Response.Builder error(ErrorCode code, boolean mayHaveHappened) {
    return Response.newBuilder()
        .setError(
            Error.newBuilder()
                .setCodeValue(code.number())
                .setMessage("scripted")
                .setMayHaveHappened(mayHaveHappened));
  }

  private static Response.Builder silence() {
    return Response.newBuilder();
  }

  /** A node answers updates so. */
  private void script(int scripted, Response.Builder answer) {
    cluster.setScript(
        (node, request) -> node == scripted && request.hasUpdate() ? answer.clone() : null);
  }

  // -- when all is well

  @Test
  void writesAndReads() {
    Version first = done(put("a"));
    Version second = done(put("b"));
    assertTrue(second.compareTo(first) > 0);
    Cell cell = done(get()).get(0);
    assertEquals("b", cell.value().text());
    List<Request> reads =
        List.of(0, 1, 2).stream()
            .flatMap(node -> received(node, Request.BodyCase.GET).stream())
            .toList();
    assertEquals(1, reads.size());
    assertFalse(reads.get(0).getGet().getStale());
    assertEquals(second, cell.version());
    assertEquals(COLUMN, cell.column());
    assertEquals(ROW, cell.row());
  }

  @Test
  void theLeaderOfTheRingIsAskedDirectly() {
    cluster.elect(0, 2);
    done(put("a"));
    assertEquals(0, updates(0).size());
    assertEquals(0, updates(1).size());
    assertEquals(1, updates(2).size());
    assertFalse(updates(2).get(0).getForward());
  }

  @Test
  void aServerIsToldHowLongTheClientWaits() {
    done(put("a"));
    int millis = updates(0).get(0).getTimeoutMillis();
    assertTrue(millis > 9_900 && millis <= 10_000, millis + " ms");
  }

  // -- sessions

  @Test
  void oneUpdateAfterTheOtherUsesOneSession() {
    done(put("a"));
    done(put("b"));
    done(put("c"));
    List<io.zabdb.rpc.wire.Update> applied = cluster.store().applied();
    assertEquals(3, applied.size());
    assertEquals(1, applied.stream().map(update -> update.getSession()).distinct().count());
    assertEquals(List.of(1L, 2L, 3L), applied.stream().map(update -> update.getSeq()).toList());
  }

  @Test
  void updatesUnderWayAtOnceUseSessionsOfTheirOwn() {
    List<CompletableFuture<Version>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(put("v" + i));
    }
    all.forEach(this::done);
    List<io.zabdb.rpc.wire.Update> applied = cluster.store().applied();
    assertEquals(10, applied.stream().map(update -> update.getSession()).distinct().count());
    assertTrue(applied.stream().allMatch(update -> update.getSeq() == 1));
    done(put("last"));
    assertEquals(2, cluster.store().applied().get(10).getSeq());
  }

  @Test
  void aSessionWhoseUpdateEndedUnknownIsNotUsedAgain() {
    done(put("a"));
    long session = cluster.store().applied().get(0).getSession();
    cluster.setScript((node, request) -> request.hasUpdate() ? silence() : null);
    ZabException failure = failed(put("b"));
    assertEquals(ErrorCode.TIMEOUT, failure.code());
    assertTrue(failure.mayHaveHappened());
    cluster.setScript((node, request) -> null);
    done(put("c"));
    assertNotEquals(session, cluster.store().applied().get(1).getSession());
    assertEquals(1, cluster.store().applied().get(1).getSeq());
  }

  @Test
  void anUpdateWhoseConnectionBrokeMayHaveHappened() {
    done(put("a"));
    long session = cluster.store().applied().get(0).getSession();
    cluster.setScript(
        (node, request) -> {
          if (request.hasUpdate() && node == 0) {
            cluster.store().update(request.getUpdate());
            cluster.setScript((other, any) -> null);
            cluster.depose(0);
            cluster.node(0).kill();
            return silence();
          }
          return null;
        });
    ZabException failure = failed(put("b"));
    assertEquals(ErrorCode.TIMEOUT, failure.code());
    assertTrue(failure.mayHaveHappened());
    cluster.elect(0, 1);
    done(put("c"));
    assertEquals("c", stored());
    assertNotEquals(session, cluster.store().applied().get(2).getSession());
  }

  @Test
  void aNumberThatCertainlyWasNotUsedIsUsedByTheNext() {
    done(put("a"));
    long session = cluster.store().applied().get(0).getSession();
    cluster.setScript(
        (node, request) -> request.hasUpdate() ? error(ErrorCode.NO_QUORUM, false) : null);
    assertFalse(failed(put("b")).mayHaveHappened());
    cluster.setScript((node, request) -> null);
    done(put("c"));
    assertEquals(session, cluster.store().applied().get(1).getSession());
    assertEquals(2, cluster.store().applied().get(1).getSeq());
  }

  // -- redirects

  @Test
  void aRedirectIsFollowedAtOnce() {
    done(put("a"));
    cluster.elect(0, 1);
    CompletableFuture<Version> put = put("b");
    Duration took = time.until(put);
    assertTrue(took.compareTo(Duration.ofMillis(2)) < 0, took.toString());
    assertEquals("b", stored());
    // And remembered.
    int before = updates(0).size();
    done(put("c"));
    assertEquals(before, updates(0).size());
  }

  @Test
  void nodesThatNameEachOtherAreNotAskedInAHotLoop() {
    done(put("a"));
    cluster.depose(0);
    cluster.node(0).believe(0, 1);
    cluster.node(1).believe(0, 0);
    cluster.node(2).believe(0, 1);
    int before = cluster.requests();
    List<CompletableFuture<Version>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(put("v" + i));
    }
    time.pass(Duration.ofSeconds(1));
    int requests = cluster.requests() - before;
    assertTrue(requests < 1_000, requests + " requests in a second");
    cluster.elect(0, 2);
    all.forEach(this::done);
    assertEquals(51, cluster.store().applied().size());
  }

  @Test
  void aWrongOwnerMakesTheClientLookAtTheRing() {
    done(put("a"));
    RingPartition only = cluster.ring().partitions().get(0);
    cluster.setRing(
        new Ring(2, List.of(new RingPartition(only.name(), only.range(), 1, only.move() + 1))));
    cluster.elect(1, 2);
    done(put("b"));
    io.zabdb.rpc.wire.Update moved = cluster.store().applied().get(1);
    assertEquals(1, moved.getGroup());
    // The sessions of the other group are not those of this one.
    assertNotEquals(cluster.store().applied().get(0).getSession(), moved.getSession());
    assertEquals(1, moved.getSeq());
  }

  @Test
  void anUpdateThatMayHaveHappenedKeepsItsSessionWhenThePartitionMoves() {
    done(put("a"));
    cluster.setScript(
        (node, request) -> {
          if (request.hasUpdate() && request.getUpdate().getGroup() == 0) {
            cluster.store().update(request.getUpdate());
            RingPartition only = cluster.ring().partitions().get(0);
            cluster.setRing(
                new Ring(2, List.of(new RingPartition(only.name(), only.range(), 1, 1))));
            cluster.elect(1, 2);
            cluster.setScript((other, any) -> null);
            cluster.node(0).breakConnections();
            return silence();
          }
          return null;
        });
    done(put("b"));
    assertEquals(2, cluster.store().applied().size());
    assertEquals("b", stored());
  }

  @Test
  void aRingThatStaysOldIsNotAskedForInAHotLoop() {
    script(0, error(ErrorCode.WRONG_OWNER, false));
    CompletableFuture<Version> put = put("a");
    ZabException failure = failed(put);
    assertEquals(ErrorCode.WRONG_OWNER, failure.code());
    assertFalse(failure.mayHaveHappened());
    assertTrue(cluster.requests() < 500, cluster.requests() + " requests");
  }

  // -- failovers

  @Test
  void afterAKillTheNextLeaderIsFoundAtOnce() {
    done(put("a"));
    cluster.node(0).kill();
    cluster.depose(0);
    time.in(Duration.ofMillis(120), () -> cluster.elect(0, 1));
    int before = cluster.requests();
    Duration took = time.until(put("b"));
    assertTrue(took.toMillis() < 160, took.toString());
    assertEquals("b", stored());
    assertTrue(cluster.requests() - before < 100, cluster.requests() - before + " requests");
  }

  @Test
  void anUpdateInterruptedByAKillHappensOnce() {
    for (int i = 0; i < 20; i++) {
      int leader = i % 3;
      cluster.elect(0, leader);
      CompletableFuture<Version> put = put("v" + i);
      // Before, while and after it is committed.
      time.pass(Duration.ofNanos(100_000L * i));
      cluster.node(leader).kill();
      cluster.depose(0);
      int next = (leader + 1) % 3;
      time.in(Duration.ofMillis(30), () -> cluster.elect(0, next));
      done(put);
      cluster.node(leader).resume();
      assertEquals(i + 1, cluster.store().applied().size());
    }
  }

  @Test
  void aBrokenConnectionToALivingLeaderIsRenewed() {
    done(put("a"));
    CompletableFuture<Version> put = put("b");
    time.pass(Duration.ofMillis(1));
    cluster.node(0).breakConnections();
    Duration took = time.until(put);
    assertTrue(took.toMillis() < 10, took.toString());
    assertEquals(2, cluster.store().applied().size());
  }

  @Test
  void aSilentLeaderIsPassedBy() {
    done(put("a"));
    cluster.node(0).stop();
    time.in(
        Duration.ofMillis(150),
        () -> {
          cluster.depose(0);
          cluster.elect(0, 2);
        });
    Duration took = time.until(put("b"));
    assertTrue(took.toMillis() < 200, took.toString());
    // The next does not wait for the silent one.
    assertTrue(time.until(put("c")).toMillis() < 5);
    cluster.node(0).resume();
    time.pass(Duration.ofSeconds(1));
    assertEquals(3, cluster.store().applied().size());
    assertEquals("c", stored());
  }

  @Test
  void whileTheLeaderIsSilentNewCallsWaitForNobody() {
    done(put("a"));
    cluster.node(0).stop();
    CompletableFuture<Version> first = put("b");
    time.pass(Duration.ofMillis(130));
    cluster.depose(0);
    cluster.elect(0, 1);
    CompletableFuture<List<Cell>> read = get();
    assertTrue(time.until(first).toMillis() < 60);
    assertTrue(time.until(read).toMillis() < 10);
  }

  @Test
  void aLeaderThatIsSlowButAnswersOthersIsWaitedFor() {
    List<String> hedged = listenForHedges();
    cluster.setTimes(() -> 100_000, () -> Duration.ofMillis(300).toNanos());
    CompletableFuture<Version> put = put("a");
    for (int i = 0; i < 30; i++) {
      done(get());
      time.pass(Duration.ofMillis(10));
    }
    done(put);
    assertEquals(List.of(), hedged);
    assertEquals(0, updates(1).size());
    assertEquals(0, updates(2).size());
  }

  @Test
  void aSilentLeaderThatWakesUpIsBelievedAgain() {
    List<String> hedged = listenForHedges();
    done(put("a"));
    cluster.node(0).stop();
    CompletableFuture<Version> put = put("b");
    time.in(Duration.ofMillis(400), () -> cluster.node(0).resume());
    assertTrue(time.until(put).toMillis() < 410);
    assertEquals(List.of("put node0:7000"), hedged);
    assertEquals(2, cluster.store().applied().size());
    assertTrue(time.until(put("c")).toMillis() < 5);
  }

  private List<String> listenForHedges() {
    List<String> hedged = new ArrayList<>();
    CallSettings with = FakeClients.settings();
    caller =
        FakeClients.caller(
            cluster,
            new CallSettings(
                with.timeout(),
                with.quietAfter(),
                with.maxCalls(),
                with.maxBytes(),
                List.of(),
                new ClientListener() {
                  @Override
                  public void hedged(String operation, String address) {
                    hedged.add(operation + " " + address);
                  }
                }),
            2);
    return hedged;
  }

  @Test
  void aGroupWithoutALeaderIsNotFlooded() {
    done(put("a"));
    cluster.node(0).kill();
    cluster.depose(0);
    int before = cluster.requests();
    List<CompletableFuture<Version>> all = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      all.add(put("v" + i));
    }
    time.pass(Duration.ofSeconds(2));
    int requests = cluster.requests() - before;
    assertTrue(requests < 500, requests + " requests");
    cluster.elect(0, 1);
    Duration took = time.until(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)));
    assertTrue(took.toMillis() < 110, took.toString());
    assertEquals(1_001, cluster.store().applied().size());
  }

  @Test
  void aGroupThatStaysWithoutALeaderIsNamed() {
    done(put("a"));
    cluster.depose(0);
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(put("v" + i));
    }
    all.add(get());
    Duration took = time.until(all.get(100));
    assertEquals(FakeClients.TIMEOUT.toMillis(), took.toMillis());
    for (CompletableFuture<?> one : all) {
      ZabException failure = failed(one);
      assertEquals(ErrorCode.NO_QUORUM, failure.code());
      assertTrue(failure.getMessage().contains("10000 ms"), failure.getMessage());
    }
    assertFalse(failed(all.get(100)).mayHaveHappened());
    assertEquals(1, cluster.store().applied().size());
  }

  @Test
  void aReadThatTimesOutAdvisesNothingAboutWrites() {
    done(put("a"));
    cluster.setScript((node, request) -> request.hasGet() ? silence() : null);
    ZabException read = failed(get());
    assertEquals(ErrorCode.TIMEOUT, read.code());
    assertFalse(read.getMessage().contains("would have written"), read.getMessage());
    assertTrue(read.getMessage().contains("zabdb status"), read.getMessage());
    cluster.setScript((node, request) -> request.hasUpdate() ? silence() : null);
    ZabException write = failed(put("b"));
    assertTrue(write.getMessage().contains("would have written"), write.getMessage());
  }

  // -- refusals

  @Test
  void anOverloadedNodeIsAskedAgainAfterAWhile() {
    script(0, error(ErrorCode.OVERLOADED, false));
    time.in(Duration.ofSeconds(1), () -> cluster.setScript((node, request) -> null));
    Duration took = time.until(put("a"));
    assertTrue(took.toMillis() < 1_200, took.toString());
    assertTrue(updates(0).size() < 40, updates(0).size() + " requests");
    assertEquals(0, updates(1).size());
    assertEquals(1, cluster.store().applied().size());
  }

  @Test
  void anOverloadThatLastsIsNamed() {
    script(0, error(ErrorCode.OVERLOADED, false));
    ZabException failure = failed(put("a"));
    assertEquals(ErrorCode.OVERLOADED, failure.code());
    assertFalse(failure.mayHaveHappened());
  }

  @Test
  void aDefiniteRefusalEndsTheCallAtOnce() {
    for (ErrorCode code :
        List.of(
            ErrorCode.INVALID_ARGUMENT,
            ErrorCode.TOO_LARGE,
            ErrorCode.NOT_FOUND,
            ErrorCode.DISK_FULL,
            ErrorCode.CORRUPT,
            ErrorCode.INTERNAL)) {
      script(0, error(code, false));
      CompletableFuture<Version> put = put("a");
      assertTrue(time.until(put).toMillis() < 5);
      ZabException failure = failed(put);
      assertEquals(code, failure.code());
      assertFalse(failure.mayHaveHappened());
      assertTrue(failure.problem().contains("scripted"), failure.problem());
    }
  }

  @Test
  void aRefusalOfARetryDoesNotProveThatTheFirstDidNotHappen() {
    cluster.setScript(
        (node, request) -> {
          if (!request.hasUpdate()) {
            return null;
          }
          cluster.store().update(request.getUpdate());
          cluster.setScript(
              (other, any) -> any.hasUpdate() ? error(ErrorCode.DISK_FULL, false) : null);
          cluster.node(0).breakConnections();
          return silence();
        });
    ZabException failure = failed(put("a"));
    assertEquals(ErrorCode.DISK_FULL, failure.code());
    assertTrue(failure.mayHaveHappened());
  }

  @Test
  void aFailureThatMayHaveHappenedIsTriedAgain() {
    script(0, error(ErrorCode.INTERNAL, true));
    time.in(Duration.ofMillis(50), () -> cluster.setScript((node, request) -> null));
    done(put("a"));
    assertEquals(1, cluster.store().applied().size());
  }

  @Test
  void aForgottenResultIsNamed() {
    script(0, error(ErrorCode.STALE, false));
    ZabException failure = failed(put("a"));
    assertEquals(ErrorCode.STALE, failure.code());
    assertTrue(failure.mayHaveHappened());
  }

  @Test
  void anAnswerToSomethingElseIsNamed() {
    script(0, Response.newBuilder().setDone(io.zabdb.rpc.wire.Done.getDefaultInstance()));
    ZabException failure = failed(put("a"));
    assertEquals(ErrorCode.INTERNAL, failure.code());
    assertTrue(failure.mayHaveHappened());
  }

  // -- who cannot be reached

  @Test
  void aClusterThatIsDownIsNamed() {
    cluster.nodes().forEach(node -> node.kill());
    ZabException failure = failed(put("a"));
    assertEquals(ErrorCode.UNREACHABLE, failure.code());
    assertFalse(failure.mayHaveHappened());
    assertTrue(failure.getMessage().contains("connection refused"), failure.getMessage());
  }

  @Test
  void aClusterThatIsStartingIsWaitedFor() {
    cluster.nodes().forEach(node -> node.kill());
    CompletableFuture<Version> put = put("a");
    time.pass(Duration.ofSeconds(3));
    cluster.nodes().forEach(node -> node.resume());
    assertTrue(time.until(put).toMillis() < 150);
  }

  @Test
  void nodesOfAnotherClusterAreNamedAtOnce() {
    VirtualTimers clock = time;
    io.zabdb.client.net.Connector refusing =
        new io.zabdb.client.net.Connector() {
          @Override
          public CompletableFuture<io.zabdb.rpc.RpcConnection> connect(String address) {
            return CompletableFuture.failedFuture(
                ZabException.of(ErrorCode.WRONG_CLUSTER, "this is another cluster"));
          }

          @Override
          public void close() {}
        };
    io.zabdb.client.net.Peers peers = new io.zabdb.client.net.Peers(refusing, clock);
    caller =
        new Caller(
            FakeClients.settings(),
            new io.zabdb.client.ring.NodeRings(
                cluster.addresses(), true, peers, clock, Duration.ofMillis(200).toNanos()),
            peers,
            clock,
            new java.util.SplittableRandom(1));
    CompletableFuture<Version> put = put("a");
    assertTrue(time.until(put).toMillis() < 200);
    assertEquals(ErrorCode.WRONG_CLUSTER, failed(put).code());
  }

  @Test
  void aRingIsToldByWhoeverIsThere() {
    cluster.node(0).stop();
    cluster.node(1).kill();
    cluster.elect(0, 2);
    assertTrue(time.until(put("a")).toMillis() < 450);
  }

  // -- stale reads

  @Test
  void staleReadsGoToAllReplicasInTurn() {
    done(put("a"));
    for (int i = 0; i < 30; i++) {
      assertEquals("a", done(getStale()).get(0).value().text());
    }
    for (int node = 0; node < 3; node++) {
      assertEquals(10, received(node, Request.BodyCase.GET).size());
      assertTrue(received(node, Request.BodyCase.GET).get(0).getGet().getStale());
    }
  }

  @Test
  void staleReadsGoOnWithoutALeader() {
    done(put("a"));
    cluster.depose(0);
    cluster.node(0).kill();
    cluster.node(1).stop();
    cluster.setScript(
        (node, request) -> request.hasGet() ? cluster.store().get(request.getGet()) : null);
    for (int i = 0; i < 10; i++) {
      CompletableFuture<List<Cell>> read = getStale();
      assertTrue(time.until(read).toMillis() < 110);
      assertEquals("a", read.join().get(0).value().text());
    }
  }

  // -- reads spread over the replicas

  @Test
  void spreadReadsGoToAllReplicasInTurn() {
    done(put("a"));
    for (int i = 0; i < 30; i++) {
      assertEquals("a", done(getSpread()).get(0).value().text());
    }
    for (int node = 0; node < 3; node++) {
      assertEquals(10, received(node, Request.BodyCase.GET).size());
      assertTrue(received(node, Request.BodyCase.GET).get(0).getGet().getSpread());
      assertFalse(received(node, Request.BodyCase.GET).get(0).getGet().getStale());
    }
  }

  /** Nodes of an earlier version send whoever reads to the leader. */
  @Test
  void spreadReadsComeToTheLeaderIfNobodyElseServesThem() {
    done(put("a"));
    cluster.setScript(
        (node, request) ->
            request.hasGet() && node != 0
                ? WireErrors.response(ErrorCode.NOT_LEADER, "node 0 seems to lead", false)
                : null);
    for (int i = 0; i < 3; i++) {
      CompletableFuture<List<Cell>> read = getSpread();
      assertTrue(time.until(read).toMillis() < 110);
      assertEquals("a", read.join().get(0).value().text());
    }
  }

  /** Its leader says nothing, or it hears nothing of what is committed. */
  @Test
  void aReplicaThatCannotServeASpreadReadIsPassedOver() {
    done(put("a"));
    cluster.setScript(
        (node, request) ->
            request.hasGet() && node == 1
                ? WireErrors.response(ErrorCode.UNAVAILABLE, "this replica lags", false)
                : null);
    for (int i = 0; i < 9; i++) {
      assertEquals("a", done(getSpread()).get(0).value().text());
    }
    assertFalse(received(1, Request.BodyCase.GET).isEmpty());
    assertEquals("a", done(getSpread()).get(0).value().text());
  }

  // -- by way of one node

  @Test
  void aServerCoordinatedClientTalksToItsNodeOnly() {
    done(put("before"));
    CallSettings with = FakeClients.settings();
    List<String> entries = List.of(cluster.node(1).address(), cluster.node(2).address());
    caller =
        FakeClients.caller(
            cluster,
            new CallSettings(
                with.timeout(),
                with.quietAfter(),
                with.maxCalls(),
                with.maxBytes(),
                entries,
                ClientListener.NONE),
            5);
    int before = cluster.node(0).received().size();
    done(put("a"));
    assertEquals("a", stored());
    assertEquals(1, updates(1).size());
    assertTrue(updates(1).get(0).getForward());
    assertEquals(0, updates(2).size());
    cluster.node(1).kill();
    assertTrue(time.until(put("b")).toMillis() < 10);
    assertEquals(1, updates(2).size());
    assertEquals(before, cluster.node(0).received().size());
  }

  // -- limits and ends

  @Test
  void moreThanTheLimitIsRefusedAtOnce() {
    CallSettings with = FakeClients.settings();
    caller =
        FakeClients.caller(
            cluster,
            new CallSettings(
                with.timeout(), with.quietAfter(), 3, 1_000, List.of(), ClientListener.NONE),
            6);
    List<CompletableFuture<Version>> all = List.of(put("a"), put("b"), put("c"), put("d"));
    assertTrue(all.get(3).isDone());
    ZabException failure = failed(all.get(3));
    assertEquals(ErrorCode.OVERLOADED, failure.code());
    assertFalse(failure.mayHaveHappened());
    all.subList(0, 3).forEach(this::done);
    // Bytes, too; but one that is alone may be larger.
    CompletableFuture<Version> large = put("x".repeat(2_000));
    assertEquals(ErrorCode.OVERLOADED, failed(put("e")).code());
    done(large);
    // What is answered counts no more.
    CompletableFuture<Version> one = put("f");
    done(put("g"));
    done(one);
  }

  @Test
  void whenThoseThatLookForALeaderGiveUpOthersDo() {
    done(put("a"));
    cluster.depose(0);
    List<CompletableFuture<Version>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(put("v" + i));
    }
    time.pass(Duration.ofMillis(50));
    all.subList(0, 9).forEach(put -> put.cancel(false));
    cluster.elect(0, 1);
    assertTrue(time.until(all.get(9)).toMillis() < 110);
  }

  @Test
  void aCancelledCallIsGivenUp() {
    done(put("a"));
    cluster.depose(0);
    CompletableFuture<Version> put = put("b");
    time.pass(Duration.ofMillis(500));
    put.cancel(false);
    time.pass(Duration.ofMillis(1));
    int before = cluster.requests();
    time.pass(Duration.ofSeconds(5));
    assertEquals(before, cluster.requests());
  }

  @Test
  void closingEndsWhatIsUnderWay() {
    done(put("a"));
    cluster.depose(0);
    CompletableFuture<Version> put = put("b");
    time.pass(Duration.ofMillis(100));
    caller.close();
    assertTrue(put.isDone());
    assertEquals(ErrorCode.CLOSED, failed(put).code());
    CompletableFuture<Version> late = put("c");
    assertTrue(late.isDone());
    assertEquals(ErrorCode.CLOSED, failed(late).code());
    assertFalse(failed(late).mayHaveHappened());
  }

  @Test
  void aBatchOverSeveralPartitionsIsRefused() {
    cluster.setRing(Ring.even(1, 8));
    caller = FakeClients.caller(cluster, FakeClients.settings(), 7);
    List<RowMutation> rows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      rows.add(RowMutation.in("row" + i).put(COLUMN, "v").build());
    }
    ZabException failure = failed(caller.call(Update.batch(rows)));
    assertEquals(ErrorCode.INVALID_ARGUMENT, failure.code());
    assertTrue(failure.problem().contains("splitByPartition"), failure.problem());
    assertEquals(0, cluster.store().applied().size());
  }
}
