package io.zabdb.faults;

import io.zabdb.faults.check.Histories;
import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.nemesis.Nemesis;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.preload.Preloads;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Faults that a scheduler draws, in rounds: windows with faults, in which clients must be served as
 * long as there is a quorum, until each fault has taken; then a cluster that is let alone, must
 * recover, and is checked. One round has a few kinds of faults, which its seed draws; {@code
 * -Dzabdb.faults.minutes=N -Dzabdb.faults.seed=S} gives more rounds, of all kinds ({@code
 * ci/faults}).
 */
class RandomFaultsTest {

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  @Test
  void randomFaultsOfAllKinds() throws Exception {
    long seed = Long.getLong("zabdb.faults.seed", new Random().nextInt(1_000_000));
    int minutes = Integer.getInteger("zabdb.faults.minutes", 0);
    long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    Cluster cluster =
        CLUSTERS.create(
            ClusterSpec.three().withConfigManager().withHeavyCompactions(), new RelayNetwork(3));
    Optional<Preloads> preloads = Preloads.create(cluster);
    if (preloads.isEmpty()) {
      System.out.println("skipped: faults of disks and clocks: no Linux, or no C compiler");
    }
    cluster.start();
    long round = seed;
    do {
      System.out.println("random faults: seed " + round);
      round(
          round,
          minutes == 0
              ? Nemesis.drawn(cluster, preloads, round)
              : Nemesis.ofAll(cluster, preloads, round));
      round++;
    } while (System.nanoTime() < end);
  }

  private static void round(long seed, Nemesis nemesis) throws Exception {
    Workload workload =
        CLUSTERS.use(Load.USUAL.withRows(20_000).withTimeout(Duration.ofSeconds(5)), seed);
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
