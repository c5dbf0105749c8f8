package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.move.MoveRules;
import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Balance;
import io.zabdb.rpc.wire.BalanceSettings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The nodes balance the store by themselves, and go on with it when the one that does is killed.
 */
@Timeout(400)
class BalancerSeatTest {

  /** A hit a second more or less counts; it looks all the time. */
  private static final BalanceSettings ON =
      BalanceSettings.newBuilder().setOn(true).setNodeHits(100).setEverySeconds(1).build();

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private Cluster cluster;

  /** What a node says; empty: it does not answer. */
  private Optional<Balance> told(ClusterNode node) {
    try {
      return Optional.of(ZabClient.await(cluster.admin().admin().balance(node.id())));
    } catch (ZabException e) {
      return Optional.empty();
    }
  }

  /** The node that has the seat, once it has seen the store, and what it saw. */
  private ClusterNode awaitBalancer(String what, ClusterNode except) throws Exception {
    ClusterNode[] found = new ClusterNode[1];
    Waiting.until(
        what,
        () -> cluster.nodes().stream().map(this::told).toList() + cluster.describe(),
        () -> {
          for (ClusterNode node : cluster.nodes()) {
            boolean hasIt =
                told(node)
                    .filter(each -> each.hasHolder() && each.getHolder() == node.id())
                    .filter(Balance::hasRoundMillisAgo)
                    .isPresent();
            if (hasIt && node != except) {
              found[0] = node;
              return true;
            }
          }
          return false;
        });
    return found[0];
  }

  private void set(BalanceSettings settings) {
    ZabClient.await(cluster.admin().admin().setBalance(cluster.node(0).id(), settings));
  }

  private long leaderships(ClusterNode node) {
    return cluster.groups().stream()
        .filter(group -> cluster.leader(group).filter(leader -> leader == node).isPresent())
        .count();
  }

  /** Asked by a client, which only the balancer does there, and not for its own reasons. */
  private boolean hasHandedOver(ClusterNode node) {
    try {
      return cluster.groups().stream()
          .map(group -> cluster.admin().admin().events(node.id(), group, 0, 0))
          .flatMap(events -> ZabClient.await(events).stream())
          .anyMatch(
              event ->
                  event.getKind().equals("TRANSFER_BEGAN")
                      && event.getText().equals("an operator's request"));
    } catch (ZabException e) {
      // It is busy at the moment.
      return false;
    }
  }

  @Test
  void leadershipsSpreadThoughTheBalancerIsKilled() throws Exception {
    cluster =
        CLUSTERS.start(
            ClusterSpec.three()
                .with("groups", "2")
                .with("transfer-policy", "off")
                .withConfigManager());
    Workload workload = CLUSTERS.use(Load.USUAL);
    Waiting.until(
        "a manager to which nobody has said anything",
        () -> told(cluster.node(0)).filter(each -> !each.hasSettings()).isPresent());
    Waiting.until(
        "a manager that is told",
        () -> {
          try {
            set(ON);
            return true;
          } catch (ZabException e) {
            return false;
          }
        });
    ClusterNode first = awaitBalancer("a balancer", null);
    first.kill();
    ClusterNode next = awaitBalancer("another balancer", first);
    first.start();
    first.awaitReady();
    assertTrue(next != first);
    for (int group : cluster.groups()) {
      cluster.lead(group, next);
    }
    ClusterNode third =
        cluster.others(next).stream().filter(node -> node != first).findFirst().orElseThrow();
    Waiting.until(
        "a node that has run for so long that it is given something",
        () -> third.status().getUptimeMillis() > MoveRules.USUAL.unknownMillis());
    Waiting.until(
        "groups that are led by different nodes",
        () -> told(next) + cluster.describe(),
        () -> leaderships(next) == 1 && hasHandedOver(next));
    workload.awaitDone(100);
    set(ON.toBuilder().setOn(false).build());
    Waiting.until(
        "nobody that balances",
        () -> told(next).toString(),
        () -> told(next).filter(each -> !each.hasHolder()).isPresent());
    assertEquals(Map.of(), workload.errors());
    CLUSTERS.checkAll();
  }
}
