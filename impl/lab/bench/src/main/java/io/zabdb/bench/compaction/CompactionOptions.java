package io.zabdb.bench.compaction;

import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.load.RowChoice;
import io.zabdb.bench.load.ZipfChoice;
import io.zabdb.bench.quota.Quota;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Sizes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** What can be said about the load and the limits of {@code bench compaction}. */
final class CompactionOptions {

  /** How rows are chosen. */
  enum Keys {
    uniform,
    zipf
  }

  private static final int MAX_CLIENTS = 4_096;
  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_VALUE_BYTES = 1 << 20;
  private static final int MAX_RECORDS = 100_000_000;
  private static final int MAX_SECONDS = 3_600;
  private static final int MAX_SEEN = 10_000;
  private static final int MAX_ROUNDS = 100;
  private static final int MIN_BUCKET = 10;
  private static final int MAX_BUCKET = 60_000;
  private static final double MIN_PROCESSORS = 0.1;
  private static final double MAX_PROCESSORS = 1_024;
  private static final long MIN_DISK = 64 << 10;
  private static final long MAX_DISK = 1L << 40;

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      split = ",",
      defaultValue = "fixed,random,round_robin,coldest",
      description =
          "What leaders do before a heavy compaction; all are compared with fixed"
              + " (default: ${DEFAULT-VALUE}).")
  private List<Policy> policies;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      split = ",",
      defaultValue = "writes,50/50",
      description = "writes, or percents of writes and reads (default: ${DEFAULT-VALUE}).")
  private List<String> mixes;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Of each policy and mix (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Of each run (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--min-compactions",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "That a run must see: it goes on past its seconds until then, and fails at "
              + LeastSeen.MAX_STRETCH
              + " times as many (default: ${DEFAULT-VALUE}).")
  private int minCompactions;

  @Option(
      names = "--min-transfers",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Of leadership, that a run must see, in the same way (default: ${DEFAULT-VALUE}).")
  private int minTransfers;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description =
          "That each node leads under the load before each run, without quotas: the code of"
              + " leaders is compiled when it is used (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--settle",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description =
          "Of each run, under load and quotas, before it is measured (default: ${DEFAULT-VALUE}).")
  private int settle;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "That each wait for an answer before they ask again (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "1",
      description = "Client libraries that the clients share (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "50000",
      description = "Rows, loaded before each run (default: ${DEFAULT-VALUE}).")
  private int records;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Of each value, which cannot be compressed (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Option(
      names = "--keys",
      paramLabel = "KEYS",
      defaultValue = "uniform",
      description =
          "How rows are chosen: ${COMPLETION-CANDIDATES}, which is YCSB's, of exponent 0.99"
              + " (default: ${DEFAULT-VALUE}).")
  private Keys keys;

  @Option(
      names = "--cpu",
      paramLabel = "SHARE",
      defaultValue = "0.5",
      description = "Processors for each node; 0: no limit (default: ${DEFAULT-VALUE}).")
  private double cpu;

  @Option(
      names = "--disk",
      paramLabel = "BYTES",
      defaultValue = "40MiB",
      description =
          "Bytes a second that each node may read, and may write; 0: no limit"
              + " (default: ${DEFAULT-VALUE}).")
  private String disk;

  @Option(
      names = "--bucket",
      paramLabel = "MS",
      defaultValue = "250",
      description = "Of the timeline, in milliseconds (default: ${DEFAULT-VALUE}).")
  private int bucket;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of keys, values and kinds (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--small-trees",
      description =
          "Give the nodes small trees, with which each compacts several times a minute; without,"
              + " their options are the defaults, and --set.")
  private boolean smallTrees;

  /** Options of the nodes that are not the defaults, by name. */
  Map<String, String> trees() {
    return smallTrees ? SmallTrees.options() : Map.of();
  }

  /**
   * What is to be measured.
   *
   * @throws IllegalArgumentException names an option and what is allowed
   */
  CompactionSettings settings() {
    check("--rounds", rounds, 1, MAX_ROUNDS);
    check("--seconds", seconds, 1, MAX_SECONDS);
    check("--min-compactions", minCompactions, 0, MAX_SEEN);
    check("--min-transfers", minTransfers, 0, MAX_SEEN);
    check("--warm-up", warmUp, 0, MAX_SECONDS);
    check("--settle", settle, 0, MAX_SECONDS);
    check("--clients", clients, 1, MAX_CLIENTS);
    check("--connections", connections, 1, MAX_CONNECTIONS);
    check("--records", records, 1, MAX_RECORDS);
    check("--value-bytes", valueBytes, 1, MAX_VALUE_BYTES);
    check("--bucket", bucket, MIN_BUCKET, Math.min(MAX_BUCKET, seconds * 1_000));
    RowChoice choice = keys == Keys.zipf ? new ZipfChoice(records) : RowChoice.uniform(records);
    return new CompactionSettings(
        new KeySpace(records, valueBytes, choice),
        mixes.stream().map(CompactionOptions::mix).distinct().toList(),
        policies.stream().distinct().toList(),
        rounds,
        clients,
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(settle),
        Duration.ofSeconds(seconds),
        new CompactionSettings.Least(minCompactions, minTransfers),
        Duration.ofMillis(bucket),
        seed);
  }

  private static Mix mix(String text) {
    Mix mix = Mix.parse(text);
    if (mix.writePercent() == 0) {
      throw new IllegalArgumentException("--mix is reads, but without writes nothing is compacted");
    }
    return mix;
  }

  /** What each node may take; checked as above. */
  Quota quota() {
    if (!(cpu == 0 || (cpu >= MIN_PROCESSORS && cpu <= MAX_PROCESSORS))) {
      throw new IllegalArgumentException("--cpu is " + cpu + ", allowed is 0, or 0.1 to 1024");
    }
    long bytes = Sizes.parse(disk);
    if (bytes != 0 && (bytes < MIN_DISK || bytes > MAX_DISK)) {
      throw new IllegalArgumentException(
          "--disk is " + disk + ", allowed is 0, or 64KiB to 1TiB a second");
    }
    return new Quota(cpu, bytes);
  }

  private static void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          option + " is " + value + ", allowed is " + least + " to " + most);
    }
  }

  int connections() {
    return connections;
  }

  /** For people. */
  String describe() {
    return "%d clients, %s rows of %s bytes that cannot be compressed, chosen %s; %s; %d rounds of %d s, each %d s after its begin, and after each node led for %d s"
        .formatted(
            clients,
            Figures.whole(records),
            Figures.whole(valueBytes),
            keys == Keys.zipf ? "by Zipf's law (0.99)" : "uniformly",
            mixes.stream().collect(Collectors.joining(", ")),
            rounds,
            seconds,
            settle,
            warmUp);
  }
}
