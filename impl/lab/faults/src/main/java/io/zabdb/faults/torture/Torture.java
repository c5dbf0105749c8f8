package io.zabdb.faults.torture;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.ClusterNetwork;
import io.zabdb.faults.network.NamespaceNetwork;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.preload.Preloads;
import io.zabdb.faults.torture.strike.Strike;
import io.zabdb.faults.torture.strike.Victim;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.schedule.Deck;
import io.zabdb.storage.tree.DiskFiles;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Rounds of strikes, each at a new cluster of three, until the time is over and each strike has
 * been dealt. What it draws comes from a seed; when things happen does not. For one thread.
 */
final class Torture {

  private static final int STRIKES_A_ROUND = 8;
  private static final Duration OPERATIONS = Duration.ofSeconds(5);
  private static final int ROW_BYTES = 4_000;

  private final long seed;
  private final Duration time;
  private final List<String> only;
  private final Path evidence;
  private final PrintStream out;
  private final Report report = new Report();

  /**
   * @param only strikes whose names contain one of these
   * @param evidence what explains a failure is put there
   * @param out hears of each strike
   */
  Torture(long seed, Duration time, List<String> only, Path evidence, PrintStream out) {
    this.seed = seed;
    this.time = time;
    this.only = List.copyOf(only);
    this.evidence = evidence;
    this.out = out;
  }

  Report report() {
    return report;
  }

  /**
   * Runs.
   *
   * @throws AssertionError if something did not hold
   */
  void run() throws Exception {
    Means means = Means.find();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Strikes.impossible(means).forEach((name, why) -> out.println("skipped: " + name + ": " + why));
    List<Strike> strikes =
        Strikes.possible(means).stream()
            .filter(strike -> only.stream().anyMatch(strike.name()::contains))
            .toList();
    if (strikes.isEmpty()) {
      throw new AssertionError("none of the strikes that are wanted is possible here");
    }
    Deck<Strike> deck = new Deck<>(strikes, random);
    long end = System.nanoTime() + time.toNanos();
    do {
      round(deck, random, means, end);
    } while (System.nanoTime() < end || !deck.isDealtOut());
    List<String> missing = report.missing(strikes.stream().map(Strike::name).toList());
    if (!missing.isEmpty()) {
      throw new AssertionError("never done: " + missing);
    }
  }

  private void round(Deck<Strike> deck, RandomGenerator random, Means means, long end)
      throws Exception {
    Path directory = Files.createTempDirectory("zabdb-torture");
    ClusterSpec spec =
        ClusterSpec.three()
            .withConfigManager()
            .with("disk-reserve", "1MiB")
            .with("scrub-rate", "16MiB")
            .with("scrub-interval", "1s");
    Optional<NamespaceNetwork> namespaces =
        means.namespaces() ? NamespaceNetwork.create(spec.nodes()) : Optional.empty();
    ClusterNetwork network =
        namespaces.isPresent() ? namespaces.get() : new RelayNetwork(spec.nodes());
    try (Cluster cluster = new Cluster(spec, directory, network)) {
      Optional<Preloads> preloads = means.preload() ? Preloads.create(cluster) : Optional.empty();
      cluster.start();
      Load load = Load.USUAL.withRows(ROW_BYTES).withTimeout(OPERATIONS);
      try (Workload workload = new Workload(cluster, load, random.nextLong())) {
        Round round = new Round(new Victim(cluster, preloads, namespaces, workload, random));
        try {
          strike(round, deck, end);
          round.check(evidence);
          out.println("checked: " + workload);
        } catch (Exception | AssertionError e) {
          round.keepEvidence(evidence, e);
          throw e;
        }
      } finally {
        preloads.ifPresent(Preloads::close);
      }
    } finally {
      DiskFiles.delete(directory);
    }
  }

  private void strike(Round round, Deck<Strike> deck, long end) throws Exception {
    for (int number = 0; number < STRIKES_A_ROUND; number++) {
      if (number > 0 && System.nanoTime() >= end && deck.isDealtOut()) {
        return;
      }
      Strike strike = deck.next();
      try {
        StrikeResult result = round.strike(strike);
        report.add(result);
        out.println(result.name() + ": " + result.effect());
      } catch (Exception | AssertionError e) {
        throw new AssertionError(strike.name() + ": " + round.ended() + e.getMessage(), e);
      }
    }
  }
}
