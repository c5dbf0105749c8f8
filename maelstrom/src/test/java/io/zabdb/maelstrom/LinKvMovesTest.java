package io.zabdb.maelstrom;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.maelstrom.harness.Churn;
import io.zabdb.maelstrom.harness.Cluster;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Partitions move to and fro between two groups while clients use them, and while nodes are cut off
 * and lose their power. Two nodes of three are always there, so that between two strikes clients
 * have success with each key, wherever it is.
 */
class LinKvMovesTest {

  private static final int NODES = 3;

  /** Strikes without which a run has shown nothing. */
  private static final int LEAST_STRIKES = 6;

  /** If moves are not done by then, they are not done. */
  private static final int MOST_STRIKES = 60;

  /** Moves out of each group. */
  private static final int LEAST_MOVES = 2;

  @TempDir Path directory;

  private static long moves(Cluster cluster, int from) {
    return cluster.count("group " + from + ": a partition that moves: MOVED");
  }

  /** What befalls the cluster; ends the run when all has been seen that is to be seen. */
  private static final class Strikes implements Churn.Nemesis {

    private final Churn churn;
    private long since = System.nanoTime();
    private int strikes;
    private boolean isOver;

    Strikes(Churn churn) {
      this.churn = churn;
    }

    @Override
    public void strike(Cluster cluster, Random random) throws Exception {
      if (isOver) {
        return;
      }
      try {
        churn.awaitEachKey(since);
        isOver =
            strikes >= LEAST_STRIKES
                && moves(cluster, 0) >= LEAST_MOVES
                && moves(cluster, 1) >= LEAST_MOVES;
        assertTrue(isOver || strikes < MOST_STRIKES, () -> "too few moves; " + cluster.told());
        if (!isOver) {
          next(cluster, random);
          since = System.nanoTime();
        }
      } catch (Exception | AssertionError e) {
        isOver = true;
        throw e;
      } finally {
        churn.setGoOn(!isOver);
      }
    }

    /** A node is cut off, perhaps one that leads; one is killed; nothing is wrong for a while. */
    private void next(Cluster cluster, Random random) throws Exception {
      cluster.heal();
      cluster.restartAll();
      String victim = cluster.names().get(random.nextInt(NODES));
      switch (strikes++ % 3) {
        case 0 -> {
          String leader = cluster.leaderAsSeenBy(victim);
          cluster.isolate(leader.equals("unknown") ? victim : leader);
        }
        case 1 -> cluster.kill(victim);
        default -> {
          // What moves has time to arrive.
        }
      }
    }
  }

  @Test
  void whileNodesAreCutOffAndLoseTheirPower() throws Exception {
    long seed = System.nanoTime();
    try (Cluster cluster =
        Cluster.start(
            seed,
            NODES,
            "lin-kv",
            "--directory",
            directory.toString(),
            "--unsynced",
            "any",
            "--groups",
            "2",
            "--moves",
            "1")) {
      Churn churn = new Churn(seed, cluster);
      churn.setGoOn(true);
      Strikes strikes = new Strikes(churn);
      churn.run(1_000, strikes);
      System.out.printf(
          "%d strikes, moves: %d out of group 0, %d out of group 1%n",
          strikes.strikes, moves(cluster, 0), moves(cluster, 1));
      churn.assertOneCopy();
      cluster.end();
    }
  }
}
