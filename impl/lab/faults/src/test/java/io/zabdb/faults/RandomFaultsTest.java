package io.zabdb.faults;

import io.zabdb.faults.check.Histories;
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
 * Faults that a scheduler draws, in rounds: windows with faults, in which clients must be served as
 * long as there is a quorum, until each fault has taken; then a cluster that is let alone, must
 * recover, and is checked. {@code -Dzabdb.faults.minutes=N -Dzabdb.faults.seed=S} for more ({@code
 * ci/faults}).
 */
class RandomFaultsTest {

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
    Cluster cluster =
        CLUSTERS.start(ClusterSpec.three().withConfigManager().withHeavyCompactions());
    Workload workload =
        CLUSTERS.use(Load.USUAL.withRows(20_000).withTimeout(Duration.ofSeconds(5)), seed);
    Nemesis nemesis = new Nemesis(cluster, seed);
    try {
      workload.awaitDone(50);
      nemesis.run();
      nemesis.check(Histories.answers(workload.history()));
      CLUSTERS.checkAll();
      System.out.println("seed " + seed + ": " + nemesis);
    } catch (Exception | AssertionError e) {
      CLUSTERS.keep("faults.scenario", nemesis.scenario());
      throw new AssertionError("seed " + seed + ": " + e, e);
    }
  }
}
