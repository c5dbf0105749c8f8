package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.balance.move.MoveRules;
import io.zabdb.balancer.GroupRules;
import io.zabdb.balancer.Leaders;
import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.LoadUnknownException;
import io.zabdb.balancer.NodeStatuses;
import io.zabdb.balancer.PartitionRules;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.client.ZabClient;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The balancer alone has a store grow from three nodes to six, replaces one that burns down, and
 * has it shrink to three again, while clients read and write: nobody says which groups there should
 * be, or what they should have.
 */
@Timeout(600)
class GrowthTest {

  private static final ClusterSpec SPEC =
      ClusterSpec.three().withJoiners(4).with("partitions-per-group", "4");

  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private final List<String> told = new ArrayList<>();
  private Cluster cluster;
  private ZabClient client;

  /** A small difference counts, nodes that have just started are known, and dead after 10 s. */
  private static LoadRules rules(Set<Integer> leaving) {
    return new LoadRules(
        1_000,
        new MoveRules(10, 5, 0, 90, 3_600_000, 0, 300_000),
        PartitionRules.NONE,
        GroupRules.usual(false, 10_000, leaving));
  }

  @Test
  void aStoreGrowsIsMendedAndShrinksByItself() throws Exception {
    cluster = CLUSTERS.create(SPEC, new RelayNetwork(SPEC.nodes() + SPEC.joiners()));
    cluster.start();
    client = cluster.client().timeout(ANSWER).build();
    Workload workload = CLUSTERS.use(Load.USUAL.withPause(Duration.ofMillis(20)));
    start(0, 1, 2);
    // Half of four partitions, more or less: it takes as many as pay.
    balance(Set.of(), "a group of the new nodes that has something", () -> has(3, 4, 5));
    workload.awaitDone(100);

    cluster.joiners().get(1).kill();
    start(3);
    balance(Set.of(), "node 6 in place of node 4", () -> has(3, 5, 6));
    workload.awaitDone(100);

    balance(Set.of(3, 5, 6), "nodes without groups", () -> groups().equals(Set.of(0)));
    assertEquals(4, partitions(0).size(), told.toString());
    workload.awaitDone(100);
    for (int gone : List.of(0, 2, 3)) {
      ClusterNode node = cluster.joiners().get(gone);
      Waiting.until(
          "node " + node.id() + " without replicas",
          cluster::describe,
          () -> node.status().getReplicasCount() == 0);
    }
    assertEquals(Map.of(), workload.errors());
    client.close();
    CLUSTERS.checkAll();
  }

  private void start(int... spares) throws Exception {
    for (int spare : spares) {
      ClusterNode node = cluster.joiners().get(spare);
      node.set("spare", "true");
      node.start();
    }
  }

  /** Round after round, until it is so. */
  private void balance(Set<Integer> leaving, String what, BooleanSupplier isSo) throws Exception {
    StorePlanner planner = new StorePlanner(rules(leaving));
    PlanRun run = new PlanRun(StoreAccess.of(client), this::tell);
    Waiting.until(
        what,
        () -> String.join("\n", told) + "\n" + cluster.describe(),
        () -> {
          try {
            StorePlan plan =
                planner.plan(
                    StoreAccess.of(client), TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
            plan.lines().forEach(this::tell);
            run.carryOut(plan, LIMIT, () -> true);
            return isSo.getAsBoolean();
          } catch (LoadUnknownException | ZabException e) {
            tell(e.getMessage());
            return false;
          }
        });
  }

  private void tell(String line) {
    if (told.isEmpty() || !told.get(told.size() - 1).equals(line)) {
      System.out.println(line);
      told.add(line);
    }
  }

  private Set<Integer> groups() {
    Set<Integer> groups = new HashSet<>();
    ZabClient.await(client.admin().ring()).groups().stream()
        .map(GroupInfo::id)
        .forEach(groups::add);
    return groups;
  }

  private List<Partition> partitions(int group) {
    return ZabClient.await(client.admin().partitions(group)).stream()
        .filter(each -> each.getPhase().equals("SERVING"))
        .toList();
  }

  /** Whether there is a group of these nodes that serves some of the partitions, but not all. */
  private boolean has(Integer... nodes) {
    Map<Integer, NodeStatus> statuses =
        NodeStatuses.ask(
            StoreAccess.of(client), IntStream.range(0, 7).boxed().toList(), (node, why) -> {});
    return groups().stream()
        .filter(
            group ->
                Leaders.of(statuses, group)
                    .filter(
                        leader ->
                            Set.copyOf(leader.replica().getVotersList()).equals(Set.of(nodes)))
                    .isPresent())
        .mapToInt(group -> partitions(group).size())
        .anyMatch(count -> count > 0 && count < 4);
  }
}
