package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.move.MoveRules;
import io.zabdb.balancer.GroupRules;
import io.zabdb.balancer.LeaderIntent;
import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.LoadUnknownException;
import io.zabdb.balancer.MoveIntent;
import io.zabdb.balancer.PartitionRules;
import io.zabdb.balancer.PlanRun;
import io.zabdb.balancer.RunEnd;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.balancer.StorePlan;
import io.zabdb.balancer.StorePlanner;
import io.zabdb.client.ZabClient;
import io.zabdb.faults.check.Histories;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A store of which one group has all becomes even under clients, by two balancers that know nothing
 * of each other. Nodes 0 and 2 are one group, 1 and 2 the other.
 */
@Timeout(600)
class BalanceTest {

  private static final int PARTITIONS = 8;
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Some rounds, each of the 20 s after which figures are known again, on a busy machine. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(400);

  /**
   * Of requests. Node 2 follows in both groups, so a store whose groups have as much to do and are
   * led by the other two has 0.28.
   */
  private static final double LOPSIDED = 0.5;

  /** A small difference counts, and nodes that have just started are known. */
  private static final LoadRules RULES =
      new LoadRules(
          1_000,
          new MoveRules(10, 5, 0, 90, 3_600_000, 0, 300_000),
          PartitionRules.NONE,
          GroupRules.NONE);

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private final StorePlanner one = new StorePlanner(RULES);
  private final StorePlanner other = new StorePlanner(RULES);
  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final Set<MoveIntent> moved = new HashSet<>();
  private Cluster cluster;
  private ZabClient client;
  private PlanRun run;

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private List<Partition> owned(int group) {
    return ZabClient.await(client.admin().partitions(group)).stream()
        .filter(each -> each.getPhase().equals("SERVING"))
        .toList();
  }

  /** Group 0 gets all that group 1 has. */
  private void makeLopsided() throws Exception {
    Waiting.until(
        "a group that has all",
        cluster::describe,
        () -> {
          try {
            if (owned(0).size() < PARTITIONS) {
              Partition next = owned(1).get(0);
              run.move(new MoveIntent(next.getName(), 1, 0, next.getAttempt()), LIMIT);
            }
            return owned(0).size() == PARTITIONS;
          } catch (ZabException e) {
            // A group has no leader at the moment, or a node is busy.
            return false;
          }
        });
  }

  /** What a balancer thinks, once all is known. */
  private StorePlan plan(StorePlanner planner) throws Exception {
    StorePlan[] found = new StorePlan[1];
    String[] why = {""};
    Waiting.until(
        "a store that tells all of its load",
        () -> why[0] + "\n" + cluster.describe(),
        () -> {
          try {
            found[0] =
                planner.plan(
                    StoreAccess.of(client), TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
            return true;
          } catch (LoadUnknownException | ZabException e) {
            why[0] = e.toString();
            return false;
          }
        });
    return found[0];
  }

  /** Has a plan carried out, but for what is refused; returns the moves that this has done. */
  private Set<MoveIntent> carryOut(StorePlan plan) throws InterruptedException {
    PlanRun run = new PlanRun(StoreAccess.of(client), System.out::println);
    for (LeaderIntent intent : plan.handovers()) {
      run.hand(intent, LIMIT);
    }
    Set<MoveIntent> done = new HashSet<>();
    for (MoveIntent intent : plan.intents()) {
      if (run.move(intent, LIMIT) == RunEnd.DONE) {
        done.add(intent);
      }
    }
    return done;
  }

  /** By both balancers at once, and late once more: each move is done by one of them, once. */
  private void carryOutTwice(StorePlan plan, StorePlan same) throws Exception {
    Future<Set<MoveIntent>> others = threads.submit(() -> carryOut(same));
    note(carryOut(plan));
    note(others.get());
    note(carryOut(plan));
    note(carryOut(same));
  }

  private void note(Set<MoveIntent> done) {
    for (MoveIntent intent : done) {
      assertTrue(moved.add(intent), intent + " was done twice");
    }
  }

  /** How far it comes is a matter of how many requests the rows get that clients draw. */
  private static boolean isMoreEven(StorePlan plan, StorePlan before) {
    return plan.imbalance().requests() < before.imbalance().requests()
        && plan.imbalance().bytes() < before.imbalance().bytes();
  }

  @Test
  void aLopsidedStoreBecomesMoreEvenAndClientsDoNotNotice() throws Exception {
    cluster =
        CLUSTERS.start(
            ClusterSpec.three().with("groups", "0:0,2;1:1,2").with("partitions-per-group", "4"));
    client = cluster.client().timeout(ANSWER).build();
    run = new PlanRun(StoreAccess.of(client), System.out::println);
    Workload workload = CLUSTERS.use(Load.USUAL.withPause(Duration.ofMillis(20)));
    makeLopsided();
    StorePlan first = plan(one);
    first.lines().forEach(System.out::println);
    assertTrue(first.imbalance().requests() > LOPSIDED, first.lines().toString());
    long deadline = System.nanoTime() + PATIENCE;
    StorePlan plan = first;
    StorePlan same = plan(other);
    while (!isMoreEven(plan, first) && System.nanoTime() < deadline) {
      carryOutTwice(plan, same);
      plan = plan(one);
      same = plan(other);
      plan.lines().forEach(System.out::println);
    }
    assertTrue(isMoreEven(plan, first), first.lines() + ", then " + plan.lines());
    assertFalse(moved.isEmpty(), plan.lines().toString());
    assertTrue(!owned(1).isEmpty() && !owned(0).isEmpty());
    client.close();
    workload.awaitDone(100);
    workload.stop();
    assertEquals(Map.of(), workload.errors());
    workload.checkInTheEnd();
    Histories.check(workload.history(), Path.of("target", "faults", "BalanceTest"));
    for (ClusterNode node : cluster.nodes()) {
      assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
    }
  }
}
