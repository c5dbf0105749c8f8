package io.zabdb.bench.compaction;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.quota.OwnDisks;
import io.zabdb.bench.quota.Quota;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench compaction}: what compactions cost, and leaders that step aside. */
@Command(
    name = "compaction",
    description = {
      "What clients see of compactions when the leader stays, and when it hands over before:",
      "each node in a quota of its own, policies side by side (docs/compaction.md)."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class CompactionCommand implements Callable<Integer> {

  private static final List<Integer> NODES = List.of(3, 5, 7);

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "3",
      description = "3, 5 or 7, started on this machine for each run (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Mixin private CompactionOptions options;

  @Option(
      names = "--own-disks",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Give each node a file system of its own, in a file; takes root (default: yes).")
  private boolean ownDisks;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write each run as CSV, JSON, SVG and PNG into this folder, too.")
  private Path out;

  @Mixin private OwnClusterOptions own;

  public CompactionCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    CompactionSettings settings;
    Quota quota;
    try {
      settings = options.settings();
      quota = options.quota();
      if (!NODES.contains(nodes)) {
        throw new IllegalArgumentException("--nodes is " + nodes + ", allowed are 3, 5 and 7");
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    try {
      CompactionReport report = report(settings, quota);
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      return 0;
    } catch (IOException | ZabException e) {
      return failed(e.getMessage());
    } catch (CompletionException e) {
      return failed("the rows cannot be loaded: " + e.getCause().getMessage());
    }
  }

  private int failed(String reason) {
    spec.commandLine().getErr().println("zabdb: " + reason);
    return 1;
  }

  private CompactionReport report(CompactionSettings settings, Quota quota)
      throws IOException, InterruptedException {
    Machine machine = Machine.read(new Proc());
    List<String> warnings = new ArrayList<>();
    machine.warning().ifPresent(warnings::add);
    warnings.forEach(this::progress);
    RunFiles files = out == null ? null : new RunFiles(out);
    List<RunResult> runs = new ArrayList<>();
    OwnDisks disks = new OwnDisks();
    OwnCluster.Preparation preparation = ownDisks ? disks : OwnCluster.Preparation.NONE;
    new CompactionBench(policy -> start(policy, quota, preparation), settings, this::progress)
        .run(
            run -> {
              runs.add(run);
              if (files != null) {
                files.write(run);
              }
            });
    runs.stream().flatMap(run -> run.warnings().stream()).distinct().forEach(warnings::add);
    disks.refusal().ifPresent(reason -> warnings.add("nodes share a file system: " + reason));
    CompactionReport report =
        report(machine, warnings, runs.stream().map(RunResult::limits).distinct().toList(), runs);
    if (files == null) {
      return report;
    }
    files.write(report);
    files
        .cannotDraw()
        .ifPresent(reason -> warnings.add("no charts, this machine cannot draw: " + reason));
    return report(machine, warnings, List.of(report.limits()), runs);
  }

  private CompactionReport report(
      Machine machine, List<String> warnings, List<String> limits, List<RunResult> runs) {
    return new CompactionReport(
        machine,
        List.copyOf(warnings),
        nodes + " nodes, " + options.describe(),
        String.join("; ", limits),
        own.with(options.trees()),
        Summary.of(runs));
  }

  private CompactionTarget start(
      Map<String, String> policy, Quota quota, OwnCluster.Preparation disks)
      throws IOException, InterruptedException {
    Map<String, String> all = new LinkedHashMap<>(options.trees());
    all.putAll(policy);
    OwnCluster cluster = own.start(clusters, nodes, all, disks);
    try {
      return new ClusterTarget(cluster, quota, options.connections());
    } catch (IOException e) {
      cluster.close();
      throw e;
    }
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
