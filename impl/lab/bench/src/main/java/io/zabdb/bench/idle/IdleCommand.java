package io.zabdb.bench.idle;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.Bounds;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench idle}: what nodes take that nobody asks for anything. */
@Command(
    name = "idle",
    description =
        "What each of three nodes takes while no client asks for anything, by the number of groups.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class IdleCommand implements Callable<Integer> {

  private static final int NODES = 3;
  private static final int MAX_GROUPS = 256;
  private static final int MAX_SECONDS = 3600;

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

  @Mixin private OwnClusterOptions own;

  @Option(
      names = "--groups",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,64",
      description = "Of each cluster, in rising order (default: ${DEFAULT-VALUE}).")
  private List<Integer> groups;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "60",
      description = "Before a cluster is measured (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "30",
      description = "For which it is measured (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  public IdleCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    int least = 1;
    for (int number : groups) {
      Bounds.check(spec, "--groups", number, least, MAX_GROUPS);
      least = number + 1;
    }
    Bounds.check(spec, "--warm-up", warmUp, 0, MAX_SECONDS);
    Bounds.check(spec, "--seconds", seconds, 1, MAX_SECONDS);
    Machine machine = Machine.read(new Proc());
    List<String> warnings = machine.warning().stream().toList();
    warnings.forEach(this::progress);
    IdleSettings settings =
        new IdleSettings(groups, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds));
    try {
      IdleBench bench =
          new IdleBench(
              this::start,
              settings,
              this::progress,
              System::nanoTime,
              time -> Thread.sleep(time.toMillis()));
      IdleReport report = new IdleReport(machine, warnings, bench.run());
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      if (json != null) {
        JsonReport.write(json, report);
      }
      return 0;
    } catch (IOException | ZabException e) {
      spec.commandLine().getErr().println("zabdb: " + e.getMessage());
      return 1;
    }
  }

  private IdleTarget start(int number) throws IOException, InterruptedException {
    Map<String, String> options = Map.of("groups", Integer.toString(number));
    return new IdleCluster(own.start(clusters, NODES, options, OwnCluster.Preparation.NONE));
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
