package io.zabdb.client.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.client.ZabClient;
import io.zabdb.client.call.Caller;
import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.FakeNode.Road;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.net.NodeCalls;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What only a leader does, while the client takes node 0 for it; in virtual time. */
class LeaderErrandTest {

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(1, 1));
  private final Caller caller = FakeClients.caller(cluster, FakeClients.settings(), 1);
  private final ClusterAdmin admin =
      new ClusterAdmin(caller, new NodeCalls(time), FakeClients.TIMEOUT);

  private CompletableFuture<Void> transfer() {
    CompletableFuture<Void> done = admin.transfer(0, OptionalInt.empty());
    time.until(done);
    return done;
  }

  private long asked(int node) {
    return cluster.node(node).received().stream().filter(Request::hasTransfer).count();
  }

  private static ErrorCode code(CompletableFuture<?> failed) {
    CompletionException failure = assertThrows(CompletionException.class, failed::join);
    return ((ZabException) failure.getCause()).code();
  }

  @Test
  void whoeverAMemberNamesIsAskedNext() {
    transfer().join();
    cluster.elect(0, 2);
    transfer().join();
    assertEquals(2, asked(0));
    assertEquals(0, asked(1));
    assertEquals(1, asked(2));
  }

  /** It hears nothing of the others, and so knows of no leader, for as long as that lasts. */
  @Test
  void aMemberThatIsCutOffDoesNotHideTheLeader() {
    transfer().join();
    cluster.elect(0, 2);
    cluster.node(0).believe(0, -1);
    cluster.node(1).believe(0, -1);
    transfer().join();
    assertEquals(1, asked(2));
  }

  @Test
  void aMemberThatIsDownDoesNotHideTheLeader() {
    transfer().join();
    cluster.node(0).kill();
    cluster.elect(0, 2);
    transfer().join();
    assertEquals(1, asked(2));
  }

  /** Two that name each other are asked once each. */
  @Test
  void withoutALeaderEachIsAskedOnce() {
    transfer().join();
    cluster.depose(0);
    cluster.node(1).believe(0, 0);
    cluster.node(0).believe(0, 1);
    assertEquals(ErrorCode.NO_QUORUM, code(transfer()));
    assertEquals(2, asked(0));
    assertEquals(1, asked(1));
    assertEquals(1, asked(2));
  }

  @Test
  void whoIsPatientAsksUntilSomebodyLeads() {
    transfer().join();
    cluster.depose(0);
    CompletableFuture<Void> done = admin.patient().transfer(0, OptionalInt.empty());
    time.pass(Duration.ofMillis(450));
    assertFalse(done.isDone());
    assertTrue(asked(1) >= 4, "asked " + asked(1) + " times");
    cluster.elect(0, 2);
    time.until(done);
    done.join();
  }

  /** Who is asked last may be the one that led. */
  @Test
  void whoIsPatientWaitsWhenTheLeaderIsDead() {
    cluster.elect(0, 2);
    transfer().join();
    cluster.node(2).kill();
    cluster.depose(0);
    CompletableFuture<Void> done = admin.patient().transfer(0, OptionalInt.empty());
    time.pass(Duration.ofMillis(450));
    assertFalse(done.isDone());
    cluster.elect(0, 1);
    time.until(done);
    done.join();
  }

  @Test
  void patienceEnds() {
    transfer().join();
    cluster.depose(0);
    CompletableFuture<Void> done = admin.patient().transfer(0, OptionalInt.empty());
    time.until(done);
    assertEquals(ErrorCode.NO_QUORUM, code(done));
  }

  @Test
  void whatMayHaveBeenDoneIsNotAskedOfAnother() {
    transfer().join();
    cluster.setScript(
        (node, request) -> {
          if (node == 0 && request.hasTransfer()) {
            cluster.node(0).setRoad(Road.REFUSED);
            return Response.newBuilder();
          }
          return null;
        });
    cluster.elect(0, 2);
    CompletableFuture<Void> done = transfer();
    assertEquals(ErrorCode.UNREACHABLE, code(done));
    assertTrue(assertThrows(ZabException.class, () -> ZabClient.await(done)).mayHaveHappened());
    assertEquals(0, asked(2));
  }
}
