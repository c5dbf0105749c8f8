package io.zabdb.bench.failover;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.error.Bounds;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench failover}: how long clients wait when a leader goes. */
@Command(
    name = "failover",
    description = {
      "How long clients wait when the leader is killed, stopped, or hands over, and whether an",
      "update is lost or done twice. Exit code 1 if one is, or if clients do not recover."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class FailoverCommand implements Callable<Integer> {

  private static final int MAX_NODES = 15;
  private static final int MIN_NODES = 3;
  private static final int MAX_CLIENTS = 256;
  private static final int MAX_ROUNDS = 10_000;
  private static final int MIN_VALUE_BYTES = 8;
  private static final int MAX_VALUE_BYTES = 1 << 20;

  /** Successes of each client before and after a fault: some hundred milliseconds each. */
  private static final int BEFORE = 100;

  private static final int AFTER = 100;
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration TRANSFER_LIMIT = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

  @Mixin private OwnClusterOptions own;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "20",
      description = "Of each fault (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      split = ",",
      defaultValue = "kill,stop,transfer",
      description = "What happens to the leader, in turns (default: ${DEFAULT-VALUE}).")
  private List<Fault> faults;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "8",
      description = "Each with connections and rows of its own (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "128",
      description = "Of each value (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "That are started on this machine (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the moments of faults (default: ${DEFAULT-VALUE}).")
  private long seed;

  public FailoverCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    Bounds.check(spec, "--rounds", rounds, 1, MAX_ROUNDS);
    Bounds.check(spec, "--clients", clients, 1, MAX_CLIENTS);
    Bounds.check(spec, "--value-bytes", valueBytes, MIN_VALUE_BYTES, MAX_VALUE_BYTES);
    Bounds.check(spec, "--nodes", nodes, MIN_NODES, MAX_NODES);
    Machine machine = Machine.read(new Proc());
    List<String> warnings = new ArrayList<>();
    machine.warning().ifPresent(warnings::add);
    warnings.forEach(this::progress);
    try {
      FailoverReport report = FailoverReport.of(machine, warnings, clients, rounds());
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      if (json != null) {
        JsonReport.write(json, report);
      }
      return report.holds() ? 0 : 1;
    } catch (BenchException | IOException | ZabException e) {
      spec.commandLine().getErr().println("zabdb: " + e.getMessage());
      return 1;
    }
  }

  private List<Round> rounds() throws IOException, InterruptedException, BenchException {
    progress("starting " + nodes + " nodes");
    FailoverSettings settings =
        new FailoverSettings(
            faults, rounds, valueBytes, BEFORE, AFTER, LIMIT, TRANSFER_LIMIT, seed);
    try (OwnCluster cluster = own.start(clusters, nodes);
        ClusterTarget target = new ClusterTarget(cluster.cluster(), clients)) {
      return new FailoverBench(target, settings, this::progress).run();
    }
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
