package io.zabdb.cli.local;

import io.zabdb.cli.error.CliException;
import io.zabdb.node.config.ConfigException;
import io.zabdb.node.config.NodeConfigReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb up}: starts a cluster on this machine, new or as it was. */
@Command(
    name = "up",
    description =
        "Start a cluster on this machine: a new one, or the one that is there with its data.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class UpCommand implements Callable<Integer> {

  private static final int NODES = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many nodes a new cluster has, 1 to 15 (default 3).")
  private Integer nodes;

  @Option(
      names = "--groups",
      paramLabel = "G",
      description = "How many replica groups a new cluster has, each with all nodes (default 1).")
  private String groups;

  @Option(
      names = "--family",
      paramLabel = "NAME[:VERSIONS[:MAX-AGE]]",
      description = "A column family of a new cluster; several are given one by one.")
  private List<String> families = List.of();

  @Option(
      names = "--durability",
      paramLabel = "MODE",
      description = "sync or periodic (default sync).")
  private String durability;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "An option of all nodes; docs/configuration.md lists them. Without VALUE (NAME=): what"
              + " was set before is forgotten, and the default holds.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(names = "--dir", paramLabel = "DIR", description = "Where it is (default: data).")
  private Path directory = LocalCluster.defaultDirectory();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long it may take (default ${DEFAULT-VALUE}).")
  private int timeout = 60;

  @Override
  public Integer call() throws IOException, InterruptedException, CliException {
    boolean isNew = Layout.read(directory).isEmpty();
    try (LocalCluster cluster = isNew ? create() : reopen()) {
      Startup startup = new Startup(cluster);
      List<String> started = startup.start();
      startup.await(Duration.ofSeconds(timeout));
      report(cluster, started, isNew);
    }
    return 0;
  }

  private LocalCluster create() throws IOException, CliException {
    int count = nodes == null ? NODES : nodes;
    if (count < 1 || count > Layout.MAX_NODES) {
      throw CliException.usage("--nodes is " + count + ", allowed is 1 to " + Layout.MAX_NODES);
    }
    SortedMap<String, String> options = with(new TreeMap<>());
    Layout layout = Layout.create(count, options);
    checkNames(layout);
    check(layout);
    return LocalCluster.create(directory, count, options);
  }

  private LocalCluster reopen() throws IOException, CliException {
    LocalCluster cluster = LocalCluster.open(directory);
    try {
      adopt(cluster);
      return cluster;
    } catch (IOException | CliException e) {
      cluster.close();
      throw e;
    }
  }

  /** What shapes the data is for ever; other options change while no node runs. */
  private void adopt(LocalCluster cluster) throws IOException, CliException {
    Layout layout = cluster.layout();
    checkNames(layout);
    if (nodes != null && !nodes.equals(layout.founders())) {
      throw otherwise(cluster, "--nodes", Integer.toString(layout.founders()));
    }
    SortedMap<String, String> options = with(layout.options());
    for (String shape : List.of("groups", "families", "partitions-per-group")) {
      String before = layout.options().get(shape);
      String now = options.get(shape);
      if (!Objects.equals(now, before)) {
        throw otherwise(cluster, shape, before == null ? "the default" : before);
      }
    }
    if (!options.equals(layout.options())) {
      for (LocalProcess process : cluster.processes()) {
        if (process.process().isPresent()) {
          throw CliException.usage(
              process.name() + " runs: './zabdb down' before you change options of the nodes");
        }
      }
      check(layout.withOptions(options));
      cluster.change(options);
    }
  }

  private static CliException otherwise(LocalCluster cluster, String what, String before) {
    return CliException.usage(
        "the cluster in "
            + cluster.directory()
            + " was made with "
            + what
            + " "
            + before
            + ", which cannot change; --dir names another");
  }

  /** Options as they were before, with what is asked for now. */
  private SortedMap<String, String> with(SortedMap<String, String> before) {
    SortedMap<String, String> options = new TreeMap<>(before);
    options.putAll(set);
    options.values().removeIf(String::isEmpty);
    if (groups != null) {
      options.put("groups", groups);
    }
    if (!families.isEmpty()) {
      options.put("families", String.join(",", families));
    }
    if (durability != null) {
      options.put("durability", durability);
    }
    return options;
  }

  private void checkNames(Layout layout) throws CliException {
    Set<String> decided = layout.decided();
    for (String name : set.keySet()) {
      if (decided.contains(name)) {
        throw CliException.usage(
            "--set " + name + ": it follows from --dir and --nodes; './zabdb node' takes any");
      }
      try {
        NodeConfigReader.checkName(name, "--set");
      } catch (ConfigException e) {
        throw CliException.usage(e.getMessage());
      }
    }
  }

  /** Mistakes are found before anything is written or started. */
  private void check(Layout layout) throws CliException {
    try {
      NodeConfigReader.of(layout.configuration(layout.nodes().get(0), directory));
    } catch (ConfigException e) {
      throw CliException.usage(e.getMessage());
    }
  }

  private void report(LocalCluster cluster, List<String> started, boolean isNew)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Layout layout = cluster.layout();
    out.printf(
        "%s %s: %d nodes, in %s%n",
        isNew ? "new cluster" : "cluster",
        layout.cluster(),
        layout.nodes().size(),
        cluster.directory());
    if (started.isEmpty()) {
      out.println("it was running already");
    } else {
      out.println("started " + String.join(", ", started));
    }
    out.println();
    out.println("process            pid  clients           metrics and health");
    for (Layout.LocalNode node : layout.nodes()) {
      out.printf(
          "%-14s %7d  %-16s  http://%s:%d/metrics%n",
          "node-" + node.id(),
          pid(cluster.process(node)),
          node.host() + ":" + node.port(),
          node.host(),
          node.httpPort());
    }
    out.printf(
        "%-14s %7d  %s%n", "config-manager", pid(cluster.configManager()), layout.zookeeper());
    out.println();
    out.println("next: ./zabdb put greeting hello; ./zabdb get greeting; ./zabdb status;");
    out.println("      ./zabdb down stops it and keeps the data; logs are in log/");
    out.flush();
  }

  private static long pid(LocalProcess process) throws IOException {
    return process.process().map(ProcessHandle::pid).orElse(-1L);
  }
}
