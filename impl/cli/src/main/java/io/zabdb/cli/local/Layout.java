package io.zabdb.cli.local;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.cli.error.CliException;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a cluster on this machine consists of, as its file {@value ClusterFile#NAME} says. Other
 * commands read the same file as a {@link ClusterFile}. Immutable.
 *
 * @param zookeeper HOST:PORT of the configuration manager
 * @param nodes those that there are, by id
 * @param founders how many nodes the cluster was made with, 0 on; null: as many as there are
 * @param left those that are no part of it any more, by id: no other node gets their ids
 * @param changes of members that have begun and are not done
 * @param options of all nodes, by name
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Layout(
    UUID cluster,
    String zookeeper,
    List<LocalNode> nodes,
    Integer founders,
    List<LocalNode> left,
    List<NodeChange> changes,
    SortedMap<String, String> options) {

  private static final String HOST = "127.0.0.1";

  /** The most nodes; more would only wait for each other on one machine. */
  public static final int MAX_NODES = 15;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * A node.
   *
   * @param port where it listens for clients
   * @param spare whether it has no replica of the groups that the cluster was made with
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record LocalNode(
      int id, String host, int port, int peerPort, int httpPort, boolean spare) {

    /** All places where it listens. */
    List<Address> addresses() {
      return Stream.of(port, peerPort, httpPort).map(each -> new Address(host, each)).toList();
    }
  }

  /**
   * A change of members.
   *
   * @param joins a node that was added for it
   * @param leaves the node whose place it takes; null: it is one more
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record NodeChange(int joins, Integer leaves) {}

  public Layout {
    nodes = List.copyOf(nodes);
    founders = founders == null ? nodes.size() : founders;
    left = left == null ? List.of() : List.copyOf(left);
    changes = changes == null ? List.of() : List.copyOf(changes);
    options = new TreeMap<>(options);
  }

  /** A new cluster with ports that are free now. */
  public static Layout create(int nodes, SortedMap<String, String> options) throws IOException {
    List<Integer> ports = FreePorts.find(3 * nodes + 1);
    List<LocalNode> all = new ArrayList<>();
    for (int id = 0; id < nodes; id++) {
      int first = 3 * id + 1;
      all.add(
          new LocalNode(
              id, HOST, ports.get(first), ports.get(first + 1), ports.get(first + 2), false));
    }
    return new Layout(
        UUID.randomUUID(), HOST + ":" + ports.get(0), all, nodes, List.of(), List.of(), options);
  }

  /**
   * Reads the file of a directory.
   *
   * @return empty if there is none
   * @throws CliException if it is not such a file, or the directory holds something else
   */
  public static Optional<Layout> read(Path directory) throws IOException, CliException {
    Path file = directory.resolve(ClusterFile.NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      Layout layout = JSON.readValue(Files.readString(file), Layout.class);
      layout.check(file);
      return Optional.of(layout);
    } catch (JacksonException | NullPointerException e) {
      String reason = e instanceof JacksonException json ? json.getOriginalMessage() : "incomplete";
      throw damaged(file, reason);
    }
  }

  private void check(Path file) throws CliException {
    if (cluster == null || zookeeper == null || nodes.isEmpty()) {
      throw damaged(file, "cluster, zookeeper or nodes are missing");
    }
    List<LocalNode> all = ever();
    for (int id = 0; id < all.size(); id++) {
      LocalNode node = all.get(id);
      if (node.id() != id || node.host() == null || node.port() < 1 || node.peerPort() < 1) {
        throw damaged(file, "node " + id + " is missing or has no ports");
      }
    }
  }

  /** Those that there are and those that were there, by id, from 0 without gaps. */
  private List<LocalNode> ever() {
    return Stream.concat(nodes.stream(), left.stream())
        .sorted(Comparator.comparingInt(LocalNode::id))
        .toList();
  }

  /** The node with this id; empty if it is not there, or not any more. */
  public Optional<LocalNode> node(int id) {
    return nodes.stream().filter(node -> node.id() == id).findFirst();
  }

  /** Whether a node with this id was there, and is not any more. */
  public boolean hasLeft(int id) {
    return left.stream().anyMatch(node -> node.id() == id);
  }

  /** Whether a node joined after the cluster was made. */
  public boolean joined(LocalNode node) {
    return node.id() >= founders;
  }

  /**
   * The same with one node more, on ports that are free now; it is the last of {@link #nodes}.
   *
   * @param spare whether it waits for groups to be born on it
   */
  public Layout withOneMore(boolean spare) throws IOException {
    List<Integer> ports = FreePorts.find(3);
    LocalNode fresh =
        new LocalNode(ever().size(), HOST, ports.get(0), ports.get(1), ports.get(2), spare);
    List<LocalNode> all = new ArrayList<>(nodes);
    all.add(fresh);
    return new Layout(cluster, zookeeper, all, founders, left, changes, options);
  }

  /** The same without a node. */
  public Layout without(LocalNode node) {
    List<LocalNode> gone = new ArrayList<>(left);
    gone.add(node);
    List<LocalNode> rest = nodes.stream().filter(other -> other.id() != node.id()).toList();
    List<NodeChange> others =
        changes.stream()
            .filter(change -> change.joins() != node.id())
            .filter(change -> change.leaves() == null || change.leaves() != node.id())
            .toList();
    return new Layout(cluster, zookeeper, rest, founders, gone, others, options);
  }

  /** The same with a change that has begun. */
  Layout with(NodeChange change) {
    List<NodeChange> all = new ArrayList<>(without(change).changes);
    all.add(change);
    return with(all);
  }

  /** The same with a change that is done. */
  Layout without(NodeChange change) {
    return with(changes.stream().filter(other -> !other.equals(change)).toList());
  }

  private Layout with(List<NodeChange> others) {
    return new Layout(cluster, zookeeper, nodes, founders, left, others, options);
  }

  /**
   * The node that was added by a change that is not done: whoever asks for it again means that one.
   *
   * @param leaves the node whose place it was to take; empty: nobody's
   */
  public Optional<LocalNode> joining(Optional<Integer> leaves) {
    return changes.stream()
        .filter(change -> Optional.ofNullable(change.leaves()).equals(leaves))
        .flatMap(change -> node(change.joins()).stream())
        .findFirst();
  }

  private static CliException damaged(Path file, String reason) {
    return CliException.usage(
        file
            + " does not describe a cluster of this machine ("
            + reason
            + "); mend it, or use another --dir");
  }

  /** Replaces the file of a directory. */
  void write(Path directory) throws IOException {
    Path next = directory.resolve(ClusterFile.NAME + ".next");
    Files.writeString(next, JSON.writeValueAsString(this) + "\n");
    Files.move(
        next,
        directory.resolve(ClusterFile.NAME),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** The same with other options of the nodes. */
  public Layout withOptions(SortedMap<String, String> changed) {
    return new Layout(cluster, zookeeper, nodes, founders, left, changes, changed);
  }

  /**
   * The options of a node's configuration.
   *
   * @param directory of the cluster
   */
  public Map<String, String> configuration(LocalNode node, Path directory) {
    Map<String, String> all = decided(node, directory);
    all.putAll(options);
    return all;
  }

  private Map<String, String> decided(LocalNode node, Path directory) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("cluster", cluster.toString());
    all.put("node", Integer.toString(node.id()));
    all.put("data-directory", directory.resolve("node-" + node.id()).toString());
    all.put("host", node.host());
    all.put("client-port", Integer.toString(node.port()));
    all.put("peer-port", Integer.toString(node.peerPort()));
    all.put("http-port", Integer.toString(node.httpPort()));
    all.put("zookeeper", zookeeper);
    all.put("peers", peers(ever().subList(0, founders)));
    List<LocalNode> joined = nodes.stream().filter(this::joined).toList();
    if (!joined.isEmpty()) {
      all.put("joined", peers(joined));
    }
    if (node.spare()) {
      all.put("spare", "true");
    }
    all.put("clients", addresses(nodes, LocalNode::port));
    all.put("log-file", directory.resolve("log/node-" + node.id() + ".log").toString());
    return all;
  }

  /** Which options of nodes follow from where and how many they are: nobody chooses these. */
  public Set<String> decided() {
    Set<String> names = new TreeSet<>(decided(nodes.get(0), Path.of("")).keySet());
    names.addAll(List.of("joined", "spare"));
    return names;
  }

  private static String peers(List<LocalNode> of) {
    return addresses(of, LocalNode::peerPort);
  }

  private static String addresses(List<LocalNode> of, ToIntFunction<LocalNode> port) {
    return of.stream()
        .map(node -> node.id() + "@" + node.host() + ":" + port.applyAsInt(node))
        .collect(Collectors.joining(","));
  }
}
