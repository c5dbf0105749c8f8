package io.zabdb.bench.elastic;

import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.error.Bounds;
import io.zabdb.bench.growth.RealSettings;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.report.Sizes;
import io.zabdb.scale.elastic.ElasticSettings;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@link RealElasticCommand} that say what is measured. */
final class RealElasticOptions {

  private static final int MOST_NODES = 10;
  private static final int MOST_SECONDS = 3_600;
  private static final int MOST_RATE = 100_000;
  private static final int MOST_CLIENTS = 1_024;
  private static final int MOST_VALUE_BYTES = 1 << 20;
  private static final int LEAST_ROWS = 5;
  private static final int MOST_ROWS = 100_000_000;

  @Mixin private OwnClusterOptions own;

  @Option(
      names = "--figure",
      paramLabel = "N",
      split = ",",
      defaultValue = "5,6,7,8",
      description = "Which (default: ${DEFAULT-VALUE}).")
  private List<Integer> figures;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "The store grows from three to so many (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--data",
      paramLabel = "SIZE",
      defaultValue = "100MiB",
      description = "Of all values, each counted once (default: ${DEFAULT-VALUE}).")
  private String data;

  @Option(
      names = "--partition",
      paramLabel = "SIZE",
      defaultValue = "2MiB",
      description =
          "A partition is split beyond (default: ${DEFAULT-VALUE}); Figure 8 has half of it to 16"
              + " times as much.")
  private String partition;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Of each value; they cannot be compressed (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "300",
      description =
          "Operations that begin in a second while the store grows (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "16",
      description =
          "That ask as fast as they are answered, where that is measured (default:"
              + " ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "For each measurement of a settled store (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--quiet",
      paramLabel = "S",
      defaultValue = "70",
      description =
          "The store is settled when nothing was moved for so long (default: ${DEFAULT-VALUE}).")
  private int quiet;

  @Option(
      names = "--rest",
      paramLabel = "S",
      defaultValue = "300",
      description =
          "So long a partition stays where it came to (default: ${DEFAULT-VALUE}; an hour, as of the"
              + " balancer, is longer than a run).")
  private int rest;

  @Option(
      names = "--unknown",
      paramLabel = "S",
      defaultValue = "60",
      description =
          "So long after its start a node is given nothing (default: ${DEFAULT-VALUE}, as of the"
              + " balancer).")
  private int unknown;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Draws rows, values and times (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** Of the nodes that are started. */
  OwnClusterOptions own() {
    return own;
  }

  /** Whether a figure is asked for. */
  boolean has(int figure) {
    return figures.contains(figure);
  }

  /**
   * Sizes of the store.
   *
   * @throws ParameterException if an option is beyond its bounds
   */
  ElasticSettings sizes(CommandSpec spec) {
    figures.forEach(number -> Bounds.check(spec, "--figure", number, 5, 8));
    Bounds.check(spec, "--nodes", nodes, RealSettings.FOUNDERS + 1, MOST_NODES);
    try {
      return new ElasticSettings(
          nodes, RealSettings.FOUNDERS, Sizes.parse(data), Sizes.parse(partition), seed);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage());
    }
  }

  /**
   * What is measured of a store of such a size.
   *
   * @throws ParameterException if an option is beyond its bounds
   */
  RealSettings settings(CommandSpec spec, ElasticSettings sizes) {
    Bounds.check(spec, "--value-bytes", valueBytes, 1, MOST_VALUE_BYTES);
    Bounds.check(spec, "--rate", rate, 1, MOST_RATE);
    Bounds.check(spec, "--clients", clients, 1, MOST_CLIENTS);
    Bounds.check(spec, "--seconds", seconds, 1, MOST_SECONDS);
    Bounds.check(spec, "--quiet", quiet, 1, MOST_SECONDS);
    Bounds.check(spec, "--rest", rest, 0, MOST_SECONDS);
    Bounds.check(spec, "--unknown", unknown, 0, MOST_SECONDS);
    long rows = sizes.bytes() / valueBytes;
    Bounds.check(spec, "the number of rows, --data by --value-bytes,", rows, LEAST_ROWS, MOST_ROWS);
    return new RealSettings(
        nodes,
        new KeySpace(rows, valueBytes),
        sizes.mostBytes(),
        rate,
        clients,
        Duration.ofSeconds(seconds),
        Duration.ofSeconds(quiet),
        Duration.ofSeconds(unknown),
        Duration.ofSeconds(rest),
        seed);
  }
}
