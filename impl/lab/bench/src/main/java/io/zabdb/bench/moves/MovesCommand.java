package io.zabdb.bench.moves;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.error.Bounds;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench moves}: what moves of partitions cost clients and nodes. */
@Command(
    name = "moves",
    description = {
      "What it costs clients and nodes that a partition, half of all rows, moves to and fro",
      "between two groups of three nodes. Exit code 1 if a client sees an error."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class MovesCommand implements Callable<Integer> {

  private static final int NODES = 3;
  private static final int CONNECTIONS = 2;
  private static final int MAX_CLIENTS = 1024;
  private static final int MAX_ROUNDS = 100;
  private static final int MAX_SECONDS = 3600;
  private static final long MAX_ROWS = 100_000_000;
  private static final int MAX_VALUE_BYTES = 1 << 20;
  private static final long SEED = 1;

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

  @Mixin private OwnClusterOptions own;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "In the store, half of them move (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Of each value; they cannot be compressed (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "64",
      description = "Each waits for an answer before it asks again (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      defaultValue = "50/50",
      description = "writes, reads, or percents of both (default: ${DEFAULT-VALUE}).")
  private String mix;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Each half without moves, half with moves (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--idle-moves",
      paramLabel = "N",
      defaultValue = "2",
      description = "Moves before the clients begin (default: ${DEFAULT-VALUE}).")
  private int idleMoves;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "20",
      description = "Each half of a round (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "20",
      description = "With clients, before the first round (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  public MovesCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    Bounds.check(spec, "--rows", rows, 1, MAX_ROWS);
    Bounds.check(spec, "--value-bytes", valueBytes, 1, MAX_VALUE_BYTES);
    Bounds.check(spec, "--clients", clients, 1, MAX_CLIENTS);
    Bounds.check(spec, "--rounds", rounds, 1, MAX_ROUNDS);
    Bounds.check(spec, "--idle-moves", idleMoves, 1, MAX_ROUNDS);
    Bounds.check(spec, "--seconds", seconds, 1, MAX_SECONDS);
    Bounds.check(spec, "--warm-up", warmUp, 0, MAX_SECONDS);
    Machine machine = Machine.read(new Proc());
    List<String> warnings = new ArrayList<>();
    machine.warning().ifPresent(warnings::add);
    warnings.forEach(this::progress);
    try {
      Mix chosen = Mix.parse(mix);
      MovesReport report =
          new MovesReport(machine, warnings, clients, chosen.toString(), measure(chosen));
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      if (json != null) {
        JsonReport.write(json, report);
      }
      return report.holds() ? 0 : 1;
    } catch (BenchException | IOException | ZabException | IllegalArgumentException e) {
      spec.commandLine().getErr().println("zabdb: " + e.getMessage());
      return 1;
    }
  }

  private MovesBench.Found measure(Mix chosen)
      throws IOException, InterruptedException, BenchException {
    progress("starting " + NODES + " nodes");
    MovesSettings settings =
        new MovesSettings(
            new KeySpace(rows, valueBytes),
            chosen,
            clients,
            rounds,
            idleMoves,
            Duration.ofSeconds(warmUp),
            Duration.ofSeconds(seconds),
            SEED);
    Map<String, String> groups = Map.of("groups", "2");
    try (OwnCluster cluster = own.start(clusters, NODES, groups, OwnCluster.Preparation.NONE);
        ClusterTarget target = new ClusterTarget(cluster.cluster(), CONNECTIONS)) {
      return new MovesBench(target, settings, this::progress, System::nanoTime).run();
    }
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
