package io.zabdb.client.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.client.call.Caller;
import io.zabdb.client.fake.FakeClients;
import io.zabdb.client.fake.FakeCluster;
import io.zabdb.client.fake.ToldRings;
import io.zabdb.client.fake.VirtualTimers;
import io.zabdb.client.net.NodeCalls;
import io.zabdb.client.net.Peers;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.Ring;
import io.zabdb.rpc.wire.Request;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The configuration manager names node 2's address as that of node 1. In virtual time. */
class SwappedAddressesTest {

  private final VirtualTimers time = new VirtualTimers();
  private final FakeCluster cluster = new FakeCluster(time, 3, Ring.even(1, 1));
  private final ClusterAdmin admin =
      new ClusterAdmin(
          new Caller(
              FakeClients.settings(),
              new ToldRings(this::byManager),
              new Peers(cluster.connector(), time),
              time,
              new SplittableRandom(1)),
          new NodeCalls(time),
          FakeClients.TIMEOUT);

  private ClusterState byManager() {
    return new ClusterState(
        FakeCluster.ID,
        List.of(),
        cluster.ring(),
        List.of(new GroupInfo(0, List.of(0, 1, 2), 0, 1)),
        List.of(node(0, 0), node(1, 2), node(2, 2)));
  }

  private static NodeInfo node(int id, int at) {
    return new NodeInfo(id, "node" + at, 7_000 + at, 1, 0, 0);
  }

  private <T> T done(CompletableFuture<T> future) {
    time.until(future);
    return future.join();
  }

  @Test
  void nobodyAnswersForAnother() {
    assertEquals(0, done(admin.status(0)).getNode());
    assertEquals(2, done(admin.status(2)).getNode());
    refused(admin.status(1));
    refused(admin.ring(1));
    refused(admin.takeGroup(1, 0));
    assertFalse(cluster.node(2).received().stream().anyMatch(Request::hasTakeGroup));
  }

  private void refused(CompletableFuture<?> future) {
    ZabException failure =
        (ZabException) assertThrows(CompletionException.class, () -> done(future)).getCause();
    assertEquals(ErrorCode.UNREACHABLE, failure.code(), failure.getMessage());
    assertEquals(
        "node node2:7002 cannot be reached: it is node 2, and not node 1", failure.problem());
    assertFalse(failure.mayHaveHappened());
  }
}
