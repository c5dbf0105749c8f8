package io.zabdb.faults.cluster;

import io.zabdb.cli.Zabdb;
import io.zabdb.faults.network.ClusterNetwork;
import io.zabdb.node.config.Address;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * How the processes of a cluster are started: as {@code ./zabdb} starts them, on this class path.
 */
final class CommandLines {

  private final ClusterSpec spec;
  private final UUID cluster;
  private final Path directory;
  private final ClusterNetwork network;

  CommandLines(ClusterSpec spec, UUID cluster, Path directory, ClusterNetwork network) {
    this.spec = spec;
    this.cluster = cluster;
    this.directory = directory;
    this.network = network;
  }

  /** The options of a node, before any test changes them. */
  Map<String, String> options(int node) {
    Map<String, String> options = new TreeMap<>(spec.all());
    options.put("cluster", cluster.toString());
    options.put("node", Integer.toString(node));
    options.put("data-directory", data(node).toString());
    options.put("host", network.host(node));
    options.put("http-host", network.host(node));
    options.put("insecure", "true");
    options.put("client-port", Integer.toString(network.client(node).port()));
    options.put("peer-port", Integer.toString(network.peer(node).port()));
    options.put("http-port", Integer.toString(network.http(node).port()));
    Map<Integer, Address> peers = new TreeMap<>(network.peersSeenBy(node));
    options.put("peers", addresses(first(peers, spec.nodes())));
    Map<Integer, Address> clients = new TreeMap<>();
    for (int each = 0; each < spec.nodes(); each++) {
      clients.put(each, network.seenByClients(each));
    }
    if (node >= spec.nodes()) {
      options.put("joined", addresses(Map.of(node, network.peer(node))));
      clients.put(node, network.seenByClients(node));
    }
    options.put("clients", addresses(clients));
    options.put("log-file", log(node).toString());
    if (spec.configManager()) {
      options.put("zookeeper", network.configManager().toString());
    }
    if (spec.traces()) {
      options.put("trace-directory", traces(node).toString());
    }
    return options;
  }

  private static Map<Integer, Address> first(Map<Integer, Address> all, int nodes) {
    return new TreeMap<>(
        all.entrySet().stream()
            .filter(each -> each.getKey() < nodes)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  private static String addresses(Map<Integer, Address> addresses) {
    return addresses.entrySet().stream()
        .map(each -> each.getKey() + "@" + each.getValue())
        .collect(Collectors.joining(","));
  }

  Path data(int node) {
    return directory.resolve("data").resolve("node-" + node);
  }

  Path log(int node) {
    return directory.resolve("log").resolve("node-" + node + ".log");
  }

  Path traces(int node) {
    return directory.resolve("trace").resolve("node-" + node);
  }

  /** Libraries are unpacked there, at each start. */
  Path temporary(String process) {
    return directory.resolve("tmp").resolve(process);
  }

  Path output(String process) {
    return directory.resolve("log").resolve(process + ".out");
  }

  List<String> node(int node, Map<String, String> options) {
    List<String> line = new ArrayList<>(network.launcher(node));
    line.addAll(java("node-" + node));
    line.add("node");
    options.forEach((name, value) -> line.add("--" + name + "=" + value));
    return line;
  }

  List<String> configManager() {
    List<String> line = java("config-manager");
    line.add("config-manager");
    line.add("--host=" + network.configManager().host());
    line.add("--port=" + network.configManager().port());
    line.add("--insecure");
    line.add("--data-directory=" + directory.resolve("config-manager"));
    return line;
  }

  private List<String> java(String process) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(spec.jvm());
    line.add("-Djava.io.tmpdir=" + temporary(process));
    line.addAll(classes());
    line.add(Zabdb.class.getName());
    return line;
  }

  /**
   * The jars that the launcher has built, where it says so, with the archive by which nodes start
   * faster; otherwise the class path of the tests.
   */
  private List<String> classes() {
    String run = System.getProperty("zabdb.run", "");
    String tests = System.getProperty("java.class.path");
    String all =
        run.isEmpty()
            ? System.getProperty("surefire.test.class.path", tests)
            : Path.of(run, "product", "*").toString();
    if (spec.front().isPresent()) {
      // The archive is of the product's classes.
      return List.of("-cp", spec.front().get() + File.pathSeparator + all);
    }
    if (run.isEmpty()) {
      return List.of("-cp", all);
    }
    String archive = "-XX:SharedArchiveFile=" + Path.of(run, "node.jsa");
    return List.of(archive, "-Xlog:cds*=off", "-cp", all);
  }
}
