package io.zabdb.bench.ops;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.error.Bounds;
import io.zabdb.bench.floor.LogFloor;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.machine.FlightRecording;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.SyncRate;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.client.net.Addresses;
import io.zabdb.model.error.ZabException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench ops}: throughput, latency, and what it costs. */
@Command(
    name = "ops",
    description =
        "Throughput, latency, and what it costs the nodes, with clients that each wait for an answer"
            + " (closed loop), or operations that begin at set times (open loop).",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class OpsCommand implements Callable<Integer> {

  private static final int NODES = 3;
  private static final int MAX_CLIENTS = 4_096;
  private static final int MAX_RATE = 1_000_000;
  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_VALUE_BYTES = 1 << 20;
  private static final int MAX_SECONDS = 86_400;
  private static final Duration SETTLE = Duration.ofSeconds(2);
  private static final Duration PROBE = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

  @Mixin private OwnClusterOptions own;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      defaultValue = "normal",
      description =
          "${COMPLETION-CANDIDATES}: numbers of clients and times if nothing else is said"
              + " (default: ${DEFAULT-VALUE}).")
  private Preset preset;

  @Option(
      names = "--clients",
      paramLabel = "N",
      split = ",",
      description = "Numbers of clients, each measured (default: 1,16,64,256; quick: 1,64).")
  private List<Integer> clients;

  @Option(
      names = "--rate",
      paramLabel = "N",
      split = ",",
      description =
          "Operations that begin in a second, each rate measured after the clients: at set times,"
              + " whatever is unanswered, and how long they take counts from these times.")
  private List<Integer> rates = List.of();

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      split = ",",
      defaultValue = "writes,50/50,reads",
      description = "writes, reads, or percents of both such as 95/5 (default: ${DEFAULT-VALUE}).")
  private List<String> mixes;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "Once, with the most clients (default: 20; quick: 10; full: 60).")
  private Integer warmUp;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      description = "Of each measurement (default: 10; quick: 5; full: 60).")
  private Integer seconds;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Rows, loaded before and chosen uniformly (default: ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Of each value (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Client libraries, each with an event loop, that the clients share as the threads of"
              + " programs do (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--spread-reads",
      description = "All replicas serve reads in turn, not the leader alone.")
  private boolean spreadReads;

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      split = ",",
      description =
          "Measure a cluster that runs, and write rows row-... into it; without, three nodes are"
              + " started on this machine and removed afterwards.")
  private List<String> connect = List.of();

  @Option(names = "--no-floor", description = "Do not measure the log alone beside.")
  private boolean noFloor;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = "Profile the leader by its flight recorder (JFR) while it is measured.")
  private Path profile;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of keys, values and kinds (default: ${DEFAULT-VALUE}).")
  private long seed;

  public OpsCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    OpsSettings settings = settings();
    Bounds.check(spec, "--connections", connections, 1, MAX_CONNECTIONS);
    if (!connect.isEmpty() && own.setsOptions()) {
      throw usage("--set is for nodes that are started; those of --connect have their options");
    }
    try {
      Files.createDirectories(own.parent());
      OpsReport report = report(settings);
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      if (json != null) {
        JsonReport.write(json, report);
      }
      return 0;
    } catch (BenchException | IOException | ZabException e) {
      spec.commandLine().getErr().println("zabdb: " + e.getMessage());
      return 1;
    }
  }

  private OpsSettings settings() {
    try {
      List<Integer> counts = clients == null ? preset.clients : clients;
      connect.forEach(Addresses::parse);
      counts.forEach(count -> Bounds.check(spec, "--clients", count, 1, MAX_CLIENTS));
      rates.forEach(rate -> Bounds.check(spec, "--rate", rate, 1, MAX_RATE));
      Bounds.check(spec, "--value-bytes", valueBytes, 1, MAX_VALUE_BYTES);
      return new OpsSettings(
          new KeySpace(rows, valueBytes),
          mixes.stream().map(Mix::parse).toList(),
          counts,
          rates,
          time("--warm-up", warmUp, preset.warmUpSeconds),
          SETTLE,
          time("--seconds", seconds, preset.measureSeconds),
          seed);
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
  }

  private Duration time(String option, Integer given, int otherwise) {
    int chosen = given == null ? otherwise : given;
    Bounds.check(spec, option, chosen, 1, MAX_SECONDS);
    return Duration.ofSeconds(chosen);
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private OpsReport report(OpsSettings settings)
      throws IOException, InterruptedException, BenchException {
    Machine machine = Machine.read(new Proc());
    List<String> warnings = new ArrayList<>();
    machine.warning().ifPresent(warnings::add);
    warnings.forEach(this::progress);
    SyncRate disk = SyncRate.measure(own.parent(), PROBE);
    if (disk.fileSystem().equals("tmpfs")) {
      warnings.add(own.parent() + " is in memory, not on a disk: --dir names another folder");
    }
    if (spreadReads) {
      warnings.add("all replicas served reads in turn, not the leader alone");
    }
    if (profile != null) {
      warnings.add("the leader was profiled meanwhile, which takes some of its time");
    }
    List<LogFloor.Result> floor = noFloor ? List.of() : floor(settings);
    return new OpsReport(
        machine,
        disk,
        warnings,
        settings.keys().rows(),
        settings.keys().valueBytes(),
        connections,
        settings.warmUp().toSeconds(),
        cases(settings),
        floor);
  }

  private List<LogFloor.Result> floor(OpsSettings settings)
      throws IOException, InterruptedException {
    List<LogFloor.Result> results = new ArrayList<>();
    for (int count : settings.clients()) {
      progress("measuring the log alone with " + count + " clients");
      Path directory = Files.createTempDirectory(own.parent(), "zabdb-log");
      try {
        results.add(
            LogFloor.measure(
                directory, count, settings.keys().valueBytes(), seed, SETTLE, settings.measure()));
      } finally {
        OwnCluster.delete(directory);
      }
    }
    return results;
  }

  private List<OpsCase> cases(OpsSettings settings)
      throws IOException, InterruptedException, BenchException {
    if (!connect.isEmpty()) {
      return cases(settings, connect, List.of());
    }
    progress("starting " + NODES + " nodes");
    try (OwnCluster cluster = own.start(clusters, NODES)) {
      return cases(settings, cluster.cluster().addresses(), cluster.cluster().metrics());
    }
  }

  private List<OpsCase> cases(
      OpsSettings settings, List<String> addresses, List<InetSocketAddress> metrics)
      throws IOException, InterruptedException, BenchException {
    try (ClusterTarget target = new ClusterTarget(addresses, metrics, connections, spreadReads)) {
      OpsBench bench = new OpsBench(target, settings, this::progress);
      if (profile == null) {
        return bench.run();
      }
      long leader =
          target
              .leaderProcess()
              .orElseThrow(() -> new BenchException("the leader does not run on this machine"));
      FlightRecording recording = FlightRecording.start(leader, profile);
      try {
        return bench.run();
      } finally {
        recording.stop();
      }
    }
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
