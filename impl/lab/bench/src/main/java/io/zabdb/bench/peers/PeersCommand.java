package io.zabdb.bench.peers;

import io.zabdb.bench.cluster.OwnClusterOptions;
import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.Bounds;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.SyncRate;
import io.zabdb.bench.ops.OpsSettings;
import io.zabdb.bench.peers.cassandra.Cassandra;
import io.zabdb.bench.peers.etcd.Etcd;
import io.zabdb.bench.peers.system.PeerSystem;
import io.zabdb.bench.peers.zabdb.Zabdb;
import io.zabdb.bench.peers.zookeeper.ZooKeeperEnsemble;
import io.zabdb.bench.report.JsonReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench peers}: ZabDB beside etcd, ZooKeeper and Cassandra, in one run. */
@Command(
    name = "peers",
    description =
        "The same load on ZabDB, etcd, ZooKeeper and Cassandra, one after the other: three servers"
            + " of each on this machine, synced writes. Systems that are not installed are skipped.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class PeersCommand implements Callable<Integer> {

  private static final int MAX_CLIENTS = 4_096;
  private static final int MAX_CONNECTIONS = 1_024;
  private static final int MAX_VALUE_BYTES = 1 << 19;
  private static final int MAX_ROWS = 1_000_000;
  private static final int MAX_SECONDS = 3_600;
  private static final int MAX_ROUNDS = 100;
  private static final Duration SETTLE = Duration.ofSeconds(1);
  private static final Duration PROBE = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

  @Mixin private OwnClusterOptions own;

  @Option(
      names = "--systems",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "zabdb,etcd,zookeeper,cassandra,cassandra-lwt",
      description = "Which, the one to compare with first (default: ${DEFAULT-VALUE}).")
  private List<String> names;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "64",
      description = "Each asks again when it is answered (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      split = ",",
      defaultValue = "writes,reads",
      description = "writes, reads, or percents of both such as 95/5 (default: ${DEFAULT-VALUE}).")
  private List<String> mixes;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "8",
      description = "Of each measurement (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "8",
      description = "Of each system in each round (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "Each system once in each, in each second round from the last to the first (default:"
              + " ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Rows, loaded before and chosen uniformly (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Of each value (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "Client libraries that the clients share, for each system the same number (default: as"
              + " many as each does well with; docs/performance.md says how many).")
  private Integer connections;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Write a table for the README, too.")
  private Path markdown;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of keys, values and kinds (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * @param clusters starts ZabDB's nodes
   */
  public PeersCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    PeersSettings settings = settings();
    List<PeerSystem> systems = systems();
    try {
      Files.createDirectories(own.parent());
      PeersBench bench = new PeersBench(settings, this::progress);
      PeersReport report = report(settings, bench, systems);
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      if (json != null) {
        JsonReport.write(json, report);
      }
      if (markdown != null) {
        Files.writeString(markdown, report.markdown());
      }
      return bench.hasFailed() ? 1 : 0;
    } catch (IOException e) {
      spec.commandLine().getErr().println("zabdb: " + e.getMessage());
      return 1;
    }
  }

  private PeersSettings settings() {
    Bounds.check(spec, "--clients", clients, 1, MAX_CLIENTS);
    Bounds.check(spec, "--seconds", seconds, 1, MAX_SECONDS);
    Bounds.check(spec, "--warm-up", warmUp, 1, MAX_SECONDS);
    Bounds.check(spec, "--rounds", rounds, 1, MAX_ROUNDS);
    Bounds.check(spec, "--rows", rows, 1, MAX_ROWS);
    Bounds.check(spec, "--value-bytes", valueBytes, 1, MAX_VALUE_BYTES);
    if (connections != null) {
      Bounds.check(spec, "--connections", connections, 1, MAX_CONNECTIONS);
    }
    try {
      OpsSettings load =
          new OpsSettings(
              new KeySpace(rows, valueBytes),
              mixes.stream().map(Mix::parse).toList(),
              List.of(clients),
              List.of(),
              Duration.ofSeconds(warmUp),
              SETTLE,
              Duration.ofSeconds(seconds),
              seed);
      return new PeersSettings(load, rounds, Optional.ofNullable(connections), own.parent());
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private List<PeerSystem> systems() {
    List<PeerSystem> known = known(System.getenv()::get);
    List<PeerSystem> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          known.stream()
              .filter(system -> system.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () -> usage("--systems: \"" + name + "\" is none of " + namesOf(known))));
    }
    return chosen;
  }

  private static String namesOf(List<PeerSystem> systems) {
    return systems.stream().map(PeerSystem::name).collect(Collectors.joining(", "));
  }

  /** All systems, found by these variables of the environment. */
  private List<PeerSystem> known(Function<String, String> environment) {
    String path = Optional.ofNullable(environment.apply("PATH")).orElse("");
    Optional<String> home = Optional.ofNullable(environment.apply("CASSANDRA_HOME"));
    return List.of(
        new Zabdb(clusters, own),
        new Etcd(path),
        new ZooKeeperEnsemble(),
        Cassandra.quorum(home, path),
        Cassandra.lightweightTransactions(home, path));
  }

  private PeersReport report(PeersSettings settings, PeersBench bench, List<PeerSystem> systems)
      throws IOException, InterruptedException {
    Machine machine = Machine.read(new Proc());
    List<String> warnings = new ArrayList<>();
    machine.warning().ifPresent(warnings::add);
    warnings.forEach(this::progress);
    SyncRate disk = SyncRate.measure(own.parent(), PROBE);
    if (disk.fileSystem().equals("tmpfs")) {
      warnings.add(own.parent() + " is in memory, not on a disk: --dir names another folder");
    }
    OpsSettings load = settings.load();
    List<PeerResult> results = bench.run(systems);
    return new PeersReport(
        machine,
        disk,
        warnings,
        load.keys().rows(),
        load.keys().valueBytes(),
        settings.clients(),
        load.measure().toSeconds(),
        load.warmUp().toSeconds(),
        settings.rounds(),
        load.mixes().stream().map(Mix::toString).toList(),
        results,
        bench.left());
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
