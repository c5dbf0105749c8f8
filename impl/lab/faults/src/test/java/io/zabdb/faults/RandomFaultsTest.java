package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.nemesis.Nemesis;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Faults at random, in rounds: some strikes, then a cluster that is let alone, must recover, and is
 * checked. {@code -Dzabdb.faults.minutes=N -Dzabdb.faults.seed=S} for more ({@code ci/faults}).
 */
class RandomFaultsTest {

  private static final int STRIKES = 12;

  /** Between two strikes, while clients are served. */
  private static final int MAX_SUCCESSES = 300;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void randomFaultsOfAllKinds() throws Exception {
    long seed = Long.getLong("zabdb.faults.seed", new Random().nextInt(1_000_000));
    int minutes = Integer.getInteger("zabdb.faults.minutes", 0);
    long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    long round = seed;
    do {
      System.out.println("random faults: seed " + round);
      round(round);
      round++;
    } while (System.nanoTime() < end);
  }

  private static void round(long seed) throws Exception {
    Random random = new Random(seed);
    Cluster cluster =
        CLUSTERS.start(ClusterSpec.three().withConfigManager().withHeavyCompactions());
    Workload workload =
        CLUSTERS.use(Load.USUAL.withRows(4_000).withTimeout(Duration.ofSeconds(5)), seed);
    Nemesis nemesis = new Nemesis(cluster, seed);
    try {
      workload.awaitDone(50);
      for (int strike = 0; strike < STRIKES; strike++) {
        System.out.println("seed " + seed + ": " + nemesis.strike());
        workload.awaitEnded(random.nextInt(MAX_SUCCESSES), 1);
      }
      nemesis.relent();
      CLUSTERS.checkAll();
      assertTrue(nemesis.done().size() > 1, "hardly anything happened: " + nemesis.done());
      System.out.println("seed " + seed + ": " + nemesis.done());
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e, e);
    }
  }
}
