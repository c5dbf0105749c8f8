package io.zabdb.bench.elastic;

import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.error.Bounds;
import io.zabdb.bench.growth.NodeStep;
import io.zabdb.bench.growth.RealGrowth;
import io.zabdb.bench.growth.RealSettings;
import io.zabdb.bench.load.HotspotChoice;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.ZipfChoice;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.bench.report.Sizes;
import io.zabdb.model.error.ZabException;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.PartitionSizes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench elastic real}: ElasCass's Figures 5 to 8, measured. */
@Command(
    name = "real",
    description = {
      "ElasCass's Figures 5 to 8 on node processes of this machine, at a thousandth of the size:",
      "a store that grows node by node under clients. Split-move beside it is computed."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all aims are met",
      "1:one is missed, the store did not grow, or a file cannot be written",
      "2:wrong usage"
    })
public final class RealElasticCommand implements Callable<Integer> {

  private static final int MOST_NODES = 10;
  private static final int MOST_SECONDS = 3_600;
  private static final int MOST_RATE = 100_000;
  private static final int MOST_CLIENTS = 1_024;
  private static final int MOST_VALUE_BYTES = 1 << 20;
  private static final int SIZES = 6;
  private static final int LEAST_ROWS = 5;
  private static final int MOST_ROWS = 100_000_000;

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

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
      defaultValue = "60",
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

  @Option(
      names = "--pictures",
      paramLabel = "FOLDER",
      description = "Draw each part of each figure there, as PNG and SVG.")
  private Path pictures;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  public RealElasticCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    figures.forEach(number -> Bounds.check(spec, "--figure", number, 5, 8));
    Bounds.check(spec, "--nodes", nodes, RealSettings.FOUNDERS + 1, MOST_NODES);
    Bounds.check(spec, "--value-bytes", valueBytes, 1, MOST_VALUE_BYTES);
    Bounds.check(spec, "--rate", rate, 1, MOST_RATE);
    Bounds.check(spec, "--clients", clients, 1, MOST_CLIENTS);
    Bounds.check(spec, "--seconds", seconds, 1, MOST_SECONDS);
    Bounds.check(spec, "--quiet", quiet, 1, MOST_SECONDS);
    Bounds.check(spec, "--rest", rest, 0, MOST_SECONDS);
    Bounds.check(spec, "--unknown", unknown, 0, MOST_SECONDS);
    ElasticSettings sizes = sizes();
    long rows = sizes.bytes() / valueBytes;
    Bounds.check(spec, "the number of rows, --data by --value-bytes,", rows, LEAST_ROWS, MOST_ROWS);
    RealSettings settings =
        new RealSettings(
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
    Machine machine = Machine.read(new Proc());
    List<String> warnings = machine.warning().stream().toList();
    warnings.forEach(this::progress);
    try {
      RealReport report =
          new RealReport(
              machine,
              warnings,
              settings,
              sizes,
              measure(
                  new RealGrowth(clusters, own, settings, this::progress),
                  sizes,
                  machine.processors()));
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      if (pictures != null) {
        FigureFiles.draw(pictures, "elascass-real-", report.figures())
            .ifPresent(why -> progress("no pictures: " + why));
      }
      if (json != null) {
        JsonReport.write(json, report.data());
      }
      return report.holds() ? 0 : 1;
    } catch (BenchException | IOException | ZabException | CompletionException e) {
      spec.commandLine().getErr().println("zabdb: " + e.getMessage());
      return 1;
    }
  }

  private ElasticSettings sizes() {
    try {
      return new ElasticSettings(
          nodes, RealSettings.FOUNDERS, Sizes.parse(data), Sizes.parse(partition), seed);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage());
    }
  }

  private List<ElasticFigure> measure(RealGrowth growth, ElasticSettings sizes, int processors)
      throws BenchException, IOException, InterruptedException {
    List<ElasticFigure> made = new ArrayList<>();
    if (figures.contains(5)) {
      List<NodeStep> hotspot = growth.grow(HotspotChoice::new);
      made.add(RealFigures.bootstrap(hotspot, sizes));
      made.add(RealFigures.clients(hotspot, "hotspot"));
    }
    if (figures.contains(6) || figures.contains(7)) {
      List<NodeStep> zipf = growth.grow(ZipfChoice::new);
      made.add(RealFigures.clients(zipf, "zipf"));
      made.add(RealFigures.use(zipf, sizes, processors));
    }
    if (figures.contains(8)) {
      made.add(PartitionFigure.of(partitions(growth, sizes.mostBytes()), SizeUnit.MIB));
    }
    return made;
  }

  /** Six greatest sizes, each half of the one before; the last is half of the settings'. */
  private static List<PartitionSizes> partitions(RealGrowth growth, long mostBytes)
      throws BenchException, IOException, InterruptedException {
    List<Long> sizes =
        LongStream.iterate(mostBytes << (SIZES - 2), size -> size / 2)
            .limit(SIZES)
            .boxed()
            .toList();
    List<List<Long>> all = growth.split(sizes);
    return IntStream.range(0, SIZES)
        .mapToObj(i -> RealFigures.sizes(sizes.get(SIZES - 1 - i), all.get(SIZES - 1 - i)))
        .toList();
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
