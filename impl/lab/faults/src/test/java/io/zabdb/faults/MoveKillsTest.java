package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.rpc.wire.Moves.Move;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * In each of many moves the leader of the group that gives, or of the one that takes, is killed, at
 * some step of it. {@code -Dzabdb.moves=N} asks for so many moves ({@code ci/moves}).
 */
class MoveKillsTest {

  /** One for each kind of kill. */
  private static final int FEW = 4;

  /** After so many moves the histories are checked, and clients begin anew. */
  private static final int ROUND = 8;

  /** Among so many moves each step must have been met. */
  private static final int ENOUGH = 200;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  /** How many kills fell into which step, by what the group that gives had said last. */
  private final Map<String, Integer> steps = new TreeMap<>();

  private Cluster cluster;
  private MovingPartition partition;
  private double moved;
  private double resumed;

  @Test
  void noUpdateIsLostOrDoneTwice() throws Exception {
    int moves = Integer.parseInt(System.getProperty("zabdb.moves", "" + FEW));
    assertTrue(moves >= 1, moves + " moves show nothing");
    cluster = CLUSTERS.start(MovingPartition.twoGroups());
    partition = new MovingPartition(cluster);
    int done = 0;
    while (done < moves) {
      Workload workload = CLUSTERS.use(Load.USUAL);
      for (int i = 0; i < ROUND && done < moves; i++) {
        move(workload, done++);
      }
      assertEquals(Map.of(), workload.errors());
      for (ClusterNode node : cluster.nodes()) {
        assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
      }
      CLUSTERS.checkAll();
      System.out.println(done + " moves, killed in " + steps);
    }
    for (ClusterNode node : cluster.nodes()) {
      count(node);
    }
    assertTrue(moved >= 3.0 * moves / ROUND, "moved " + moved);
    assertTrue(resumed >= (double) moves / ROUND, "resumed " + resumed);
    if (moves >= ENOUGH) {
      assertTrue(steps.keySet().containsAll(Set.of("COPYING", "SEALED")), "" + steps);
    }
  }

  /** A process forgets them when it is killed. */
  private void count(ClusterNode node) throws IOException {
    moved += node.metric("zabdb_moves_total", "moved");
    resumed += node.metric("zabdb_moves_total", "resumed");
  }

  private void move(Workload workload, int number) throws Exception {
    workload.awaitDone(30);
    int from = partition.awaitOwner();
    partition.start(from);
    ClusterNode killed = cluster.awaitLeader(number % 2 == 0 ? from : 1 - from);
    count(killed);
    String step;
    if (number % 4 < 2) {
      // Later and later in a move, by what clients have done meanwhile.
      workload.awaitDone(1 + 5 * (number % ROUND));
      step = partition.move(from).map(Move::getPhase).orElse("its end");
    } else {
      step = partition.awaitSealed(from);
    }
    killed.kill();
    steps.merge(step, 1, Integer::sum);
    killed.start();
    killed.awaitReady();
    partition.awaitOwner();
  }
}
