package io.zabdb.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.event.ClientListener;
import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.FakeNode.Road;
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
import io.zabdb.rpc.wire.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A client that does not reach the leader, node 0 at first, while all nodes reach each other; in
 * virtual time. A message takes 0.1 ms, a commit 1 ms.
 */
class DetourTest {

  private static final Bytes ROW = Bytes.of("row");

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(1, 1));
  private final List<String> forwarded = new ArrayList<>();
  private final Caller caller = caller();

  private Caller caller() {
    CallSettings with = FakeClients.settings();
    CallSettings heard =
        new CallSettings(
            with.timeout(),
            with.quietAfter(),
            with.maxCalls(),
            with.maxBytes(),
            with.entryNodes(),
            new ClientListener() {
              @Override
              public void forwarded(String operation, String by, String leader) {
                forwarded.add(operation + " " + leader);
              }
            });
    return FakeClients.caller(cluster, heard, 1);
  }

  private CompletableFuture<Version> put(String value) {
    RowMutation mutation = RowMutation.of(ROW, new Change.Put(Column.DEFAULT, Bytes.of(value)));
    return caller.call(Update.row("put", mutation));
  }

  private CompletableFuture<List<Cell>> get() {
    return caller.call(new Lookup(ROW, Column.DEFAULT, 1, OperationKind.READ));
  }

  private <T> T done(CompletableFuture<T> future) {
    time.until(future);
    return future.join();
  }

  private String stored() {
    return done(get()).get(0).value().text();
  }

  /** How many requests for data came to a node from clients. */
  private long asked(int node) {
    return cluster.node(node).received().stream()
        .filter(request -> request.hasUpdate() || request.hasGet())
        .count();
  }

  /** How many requests for data came to a node from clients, to be forwarded. */
  private long forwardedBy(int node) {
    return cluster.node(node).received().stream().filter(Request::getForward).count();
  }

  @ParameterizedTest
  @EnumSource(
      value = Road.class,
      names = {"REFUSED", "SILENT"})
  void aLeaderThatIsOutOfReachIsAskedThroughAnother(Road road) {
    done(put("a"));
    cluster.node(0).setRoad(road);
    // Silence is noticed after 100 ms, a broken connection at once.
    assertTrue(time.until(put("b")).toMillis() < 120);
    assertEquals("b", stored());
    assertEquals(2, cluster.store().applied().size());
    assertEquals(List.of("put node0:7000", "get node0:7000"), forwarded);
  }

  @ParameterizedTest
  @EnumSource(
      value = Road.class,
      names = {"REFUSED", "SILENT"})
  void aClientThatNeverReachedTheLeaderIsServed(Road road) {
    cluster.node(0).setRoad(road);
    assertTrue(time.until(put("a")).toMillis() < 450);
    assertEquals("a", stored());
  }

  @Test
  void theWayThatWasFoundIsKept() {
    cluster.node(0).setRoad(Road.SILENT);
    done(put("a"));
    int before = cluster.requests();
    for (int i = 0; i < 50; i++) {
      assertTrue(time.until(put("v" + i)).toMillis() < 5);
      assertTrue(time.until(get()).toMillis() < 5);
    }
    // One request for each, and now and then one that looks whether the leader is in reach again.
    int requests = cluster.requests() - before;
    assertTrue(requests < 110, requests + " requests for 100 operations");
    assertEquals(51, cluster.store().applied().size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Road.class,
      names = {"REFUSED", "SILENT"})
  void aLeaderThatIsInReachAgainIsAskedDirectly(Road road) {
    done(put("a"));
    cluster.node(0).setRoad(road);
    done(put("b"));
    time.pass(Duration.ofSeconds(10));
    done(put("c"));
    cluster.node(0).setRoad(Road.OPEN);
    time.pass(Duration.ofSeconds(5));
    done(put("d"));
    time.pass(Duration.ofMillis(10));
    long before = asked(0);
    done(put("e"));
    assertEquals("e", stored());
    assertEquals(before + 2, asked(0));
    assertEquals(5, cluster.store().applied().size());
  }

  @Test
  void whileNothingIsAskedNothingIsTried() {
    done(put("a"));
    cluster.node(0).setRoad(Road.REFUSED);
    done(put("b"));
    time.pass(Duration.ofSeconds(3));
    int before = cluster.requests();
    cluster.node(0).setRoad(Road.OPEN);
    time.pass(Duration.ofMinutes(1));
    assertEquals(before, cluster.requests());
  }

  @Test
  void aNextLeaderInReachIsAskedDirectlySoon() {
    done(put("a"));
    cluster.node(0).setRoad(Road.REFUSED);
    done(put("b"));
    int by = forwardedBy(1) > 0 ? 1 : 2;
    int next = 3 - by;
    cluster.elect(0, next);
    time.pass(Duration.ofSeconds(2));
    done(put("c"));
    time.pass(Duration.ofMillis(10));
    long before = forwardedBy(by);
    done(put("d"));
    assertEquals(before, forwardedBy(by));
    assertEquals("d", stored());
  }

  @Test
  void whenTheOneThatForwardsIsGoneAnotherForwards() {
    done(put("a"));
    cluster.node(0).setRoad(Road.SILENT);
    done(put("b"));
    int by = forwardedBy(1) > 0 ? 1 : 2;
    cluster.node(by).kill();
    assertTrue(time.until(put("c")).toMillis() < 120);
    assertTrue(forwardedBy(3 - by) > 0);
    assertEquals("c", stored());
  }

  @Test
  void whenTheOneThatForwardsIsSilentAnotherForwards() {
    done(put("a"));
    cluster.node(0).setRoad(Road.REFUSED);
    done(put("b"));
    int by = forwardedBy(1) > 0 ? 1 : 2;
    cluster.node(by).stop();
    assertTrue(time.until(put("c")).toMillis() < 220);
    assertEquals("c", stored());
    cluster.node(by).resume();
    time.pass(Duration.ofSeconds(1));
    assertEquals(3, cluster.store().applied().size());
    assertEquals("c", stored());
  }

  @Test
  void anUpdateWhoseAnswerWasLostHappensOnceThoughItIsForwarded() {
    done(put("a"));
    CompletableFuture<Version> put = put("b");
    // It has come to the leader; the answer has not come back.
    time.pass(Duration.ofNanos(500_000));
    cluster.node(0).setRoad(Road.SILENT);
    done(put);
    assertEquals(2, cluster.store().applied().size());
    cluster.node(0).setRoad(Road.OPEN);
    time.pass(Duration.ofSeconds(1));
    assertEquals(2, cluster.store().applied().size());
    done(put("c"));
    assertEquals("c", stored());
  }

  @Test
  void aLeaderThatIsDownIsNotWaitedForByThoseThatForward() {
    done(put("a"));
    cluster.node(0).kill();
    // The others have not noticed yet.
    time.in(
        Duration.ofMillis(150),
        () -> {
          cluster.depose(0);
          cluster.elect(0, 2);
        });
    Duration took = time.until(put("b"));
    assertTrue(took.toMillis() < 260, took.toString());
    assertEquals("b", stored());
  }

  @Test
  void aLeaderThatStandsStillIsPassedBy() {
    done(put("a"));
    cluster.node(0).stop();
    time.in(
        Duration.ofMillis(250),
        () -> {
          cluster.depose(0);
          cluster.elect(0, 2);
        });
    Duration took = time.until(put("b"));
    assertTrue(took.toMillis() < 360, took.toString());
    cluster.node(0).resume();
    time.pass(Duration.ofSeconds(1));
    assertEquals(2, cluster.store().applied().size());
    assertEquals("b", stored());
  }

  @Test
  void whoCannotBeReachedIsNamedWhenThereIsALeader() {
    done(put("a"));
    cluster.node(0).setRoad(Road.REFUSED);
    // Those in reach know the leader, and have lost it from sight as well.
    cluster.node(0).kill();
    CompletableFuture<Version> put = put("b");
    time.until(put);
    ZabException failure =
        (ZabException) assertThrows(CompletionException.class, put::join).getCause();
    assertEquals(ErrorCode.UNAVAILABLE, failure.code());
    assertTrue(failure.problem().contains("node 0 is not there"), failure.problem());
    assertFalse(failure.mayHaveHappened());
    assertTrue(cluster.requests() < 3_000, cluster.requests() + " requests in ten seconds");
  }
}
