package io.zabdb.faults.cluster;

import io.zabdb.client.ZabClient;
import io.zabdb.client.ZabClientBuilder;
import io.zabdb.client.zookeeper.ZooKeeperRings;
import io.zabdb.faults.network.ClusterNetwork;
import io.zabdb.faults.process.ServerProcess;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A cluster of processes on this machine. For one thread, but for {@link #client}. */
public final class Cluster implements AutoCloseable {

  private static final Duration ADMIN_TIMEOUT = Duration.ofSeconds(1);

  private final UUID id = UUID.randomUUID();
  private final Path directory;
  private final ClusterNetwork network;
  private final List<ClusterNode> nodes;
  private final List<ClusterNode> joiners;
  private final Optional<ServerProcess> configManager;
  private final ZabClient admin;

  /**
   * Makes it; nothing runs yet.
   *
   * @param directory for all its files; empty
   * @param network is closed with the cluster
   */
  public Cluster(ClusterSpec spec, Path directory, ClusterNetwork network) throws IOException {
    this.directory = directory;
    this.network = network;
    CommandLines lines = new CommandLines(spec, id, directory, network);
    int count = spec.nodes();
    admin = client(count).timeout(ADMIN_TIMEOUT).build();
    List<ClusterNode> all =
        IntStream.range(0, count + spec.joiners())
            .mapToObj(node -> new ClusterNode(node, lines, network.http(node), admin))
            .toList();
    nodes = new ArrayList<>(all.subList(0, count));
    joiners = all.subList(count, all.size());
    configManager = spec.configManager() ? Optional.of(configManager(lines)) : Optional.empty();
  }

  private static ServerProcess configManager(CommandLines lines) throws IOException {
    Files.createDirectories(lines.temporary("config-manager"));
    return new ServerProcess(
        "config-manager", lines.configManager(), lines.output("config-manager"));
  }

  /** Its identity. */
  public UUID id() {
    return id;
  }

  /** Where all its files are. */
  public Path directory() {
    return directory;
  }

  /** Where the data of all nodes is. */
  public Path data() {
    return directory.resolve("data");
  }

  public ClusterNetwork network() {
    return network;
  }

  public List<ClusterNode> nodes() {
    return List.copyOf(nodes);
  }

  /** Nodes that may join; none of them runs at first. */
  public List<ClusterNode> joiners() {
    return joiners;
  }

  /** A node has taken the place of another. */
  public void replaced(ClusterNode old, ClusterNode by) {
    nodes.set(nodes.indexOf(old), by);
  }

  public ClusterNode node(int node) {
    return nodes.get(node);
  }

  /** All but one. */
  public List<ClusterNode> others(ClusterNode node) {
    return nodes.stream().filter(each -> each != node).toList();
  }

  public ServerProcess configManager() {
    return configManager.orElseThrow();
  }

  /** Asks single nodes; gives up soon. */
  public ZabClient admin() {
    return admin;
  }

  /** Begins a client that knows all nodes. */
  public ZabClientBuilder client() {
    return client(nodes.size());
  }

  private ZabClientBuilder client(int count) {
    return ZabClient.builder()
        .cluster(id)
        .threads(1)
        .nodes(
            IntStream.range(0, count)
                .mapToObj(node -> network.seenByClients(node).toString())
                .toList());
  }

  /** Begins a client that knows nothing but the configuration manager. */
  public ZabClientBuilder clientByManager() {
    return ZabClient.builder()
        .cluster(id)
        .directory(ZooKeeperRings.at(network.configManager().toString()));
  }

  /** Waits until all nodes say that they reach the configuration manager, or do not. */
  public void awaitConnected(boolean connected) throws Exception {
    awaitAll(
        connected ? "connected" : "not connected", connected, NodeStatus::getCoordinationConnected);
  }

  /** Waits until all nodes say that the configuration manager knows them, or does not. */
  public void awaitKnown(boolean known) throws Exception {
    awaitAll(known ? "known" : "not known", known, NodeStatus::getCoordinationKnows);
  }

  private void awaitAll(String what, boolean expected, Predicate<NodeStatus> said)
      throws Exception {
    for (ClusterNode node : nodes) {
      Waiting.until(
          "node " + node.id() + " " + what,
          this::describe,
          () -> said.test(node.status()) == expected);
    }
  }

  /** Another value of an option of all nodes from their next start on. */
  public void set(String option, String value) {
    nodes.forEach(node -> node.set(option, value));
  }

  /** Stops all nodes in order, at once. */
  public void stopNodes() throws IOException, InterruptedException {
    nodes.forEach(node -> node.process().terminate());
    for (ClusterNode node : nodes) {
      node.awaitStopped();
    }
  }

  /** Starts all and waits until all serve. */
  public void start() throws Exception {
    if (configManager.isPresent()) {
      configManager.get().start();
    }
    startNodes();
  }

  /** Starts all nodes that do not run, and waits until all serve. */
  public void startNodes() throws Exception {
    for (ClusterNode node : nodes) {
      if (!node.isRunning()) {
        node.start();
      }
    }
    for (ClusterNode node : nodes) {
      node.awaitReady();
    }
  }

  /** kill -9 of all nodes at once. */
  public void killAll() throws InterruptedException {
    kill(nodes);
  }

  /** kill -9 of these at once, of which some may have ended; returns when they have. */
  public void kill(Collection<ClusterNode> killed) throws InterruptedException {
    killed.forEach(node -> node.process().killAtOnce());
    for (ClusterNode node : killed) {
      node.process().awaitExit(Waiting.PATIENCE);
    }
  }

  /** The same of the first group. */
  public Optional<ClusterNode> leader() {
    return leader(0);
  }

  /** The node that leads a group with a quorum in the highest epoch, as far as nodes answer. */
  public Optional<ClusterNode> leader(int group) {
    return replicas(group).entrySet().stream()
        .filter(each -> leads(each.getValue()))
        .max(Comparator.comparingLong(each -> each.getValue().getEpoch()))
        .map(Map.Entry::getKey);
  }

  /** Whether a replica says that it leads with a quorum. */
  public static boolean leads(NodeStatus.Replica replica) {
    return replica.getRole().equals("LEADING") && replica.getPhase().equals("BROADCAST");
  }

  /** The same of the first group. */
  public Map<ClusterNode, NodeStatus.Replica> replicas() {
    return replicas(0);
  }

  /** The groups of all nodes, by number; a node must answer. */
  public List<Integer> groups() {
    return replicaLists().values().iterator().next().stream()
        .map(NodeStatus.Replica::getGroup)
        .toList();
  }

  private Map<ClusterNode, NodeStatus.Replica> replicas(int group) {
    Map<ClusterNode, NodeStatus.Replica> ofGroup = new LinkedHashMap<>();
    replicaLists()
        .forEach(
            (node, all) ->
                all.stream()
                    .filter(replica -> replica.getGroup() == group)
                    .forEach(replica -> ofGroup.put(node, replica)));
    return ofGroup;
  }

  /**
   * What nodes say of their replicas; those that stand still are not asked. All are asked at once:
   * those that hang cost their time once.
   */
  private Map<ClusterNode, List<NodeStatus.Replica>> replicaLists() {
    Map<ClusterNode, CompletableFuture<NodeStatus>> asked = new LinkedHashMap<>();
    nodes.stream()
        .filter(node -> node.isRunning() && !node.process().isPaused())
        .forEach(node -> asked.put(node, admin.admin().status(node.id())));
    Map<ClusterNode, List<NodeStatus.Replica>> answers = new LinkedHashMap<>();
    asked.forEach(
        (node, status) -> {
          try {
            answers.put(node, ZabClient.await(status).getReplicasList());
          } catch (ZabException e) {
            // It does not answer: that is for whoever waits for it to say.
            return;
          }
        });
    return answers;
  }

  /** Waits for a leader. */
  public ClusterNode awaitLeader() throws Exception {
    return awaitLeader(0);
  }

  /** Waits for a leader of a group. */
  public ClusterNode awaitLeader(int group) throws Exception {
    return awaitLeader("a leader of group " + group, group, node -> true);
  }

  /** Waits for a leader other than this one. */
  public ClusterNode awaitLeaderOtherThan(ClusterNode old) throws Exception {
    return awaitLeader("a leader other than node " + old.id(), 0, node -> node != old);
  }

  private ClusterNode awaitLeader(String what, int group, Predicate<ClusterNode> wanted)
      throws Exception {
    ClusterNode[] found = new ClusterNode[1];
    Waiting.until(
        what,
        this::describe,
        () -> {
          found[0] = leader(group).filter(wanted).orElse(null);
          return found[0] != null;
        });
    return found[0];
  }

  /** A node that follows. */
  public ClusterNode awaitFollower() throws Exception {
    return others(awaitLeader()).get(0);
  }

  /** Has a group led by a node, and waits for that; which node is which member is the same. */
  public void lead(int group, ClusterNode node) throws Exception {
    Waiting.until(
        "node " + node.id() + " as the leader of group " + group,
        this::describe,
        () -> {
          Optional<ClusterNode> leader = leader(group);
          if (leader.isPresent() && leader.get() != node) {
            admin.admin().transfer(group, OptionalInt.of(node.id()));
          }
          return leader.isPresent() && leader.get() == node;
        });
  }

  /** Asks the leader to hand over to any other; whether it does is for it to decide. */
  public void transfer() {
    transfer(OptionalInt.empty());
  }

  /** Asks the leader to hand over to this node; likewise. */
  public void transferTo(ClusterNode node) {
    transfer(OptionalInt.of(node.id()));
  }

  private void transfer(OptionalInt member) {
    try {
      ZabClient.await(admin.admin().transfer(0, member));
    } catch (ZabException e) {
      // There is no leader now: then nobody need hand over.
      return;
    }
  }

  /** How often all nodes but one were handed leadership, as far as they remember. */
  public long tookOver(ClusterNode except) {
    return others(except).stream()
        .flatMap(node -> ZabClient.await(admin.admin().events(node.id(), 0, 0, 0)).stream())
        .filter(event -> event.getKind().equals("TOOK_OVER"))
        .count();
  }

  /** Has a node compact all that it has, and does not wait for that. */
  public void compact(ClusterNode node) {
    admin.admin().compact(node.id(), 0);
  }

  /** How all nodes are, for people. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    Map<ClusterNode, List<NodeStatus.Replica>> replicas = replicaLists();
    for (ClusterNode node : nodes) {
      text.append("\nnode ").append(node.id()).append(": ");
      if (replicas.containsKey(node)) {
        text.append(replicas.get(node).toString().replaceAll("\\s+", " "));
      } else {
        text.append(node.isRunning() ? "runs, does not answer" : "does not run");
      }
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    admin.close();
    nodes.forEach(ClusterNode::close);
    joiners.forEach(ClusterNode::close);
    configManager.ifPresent(ServerProcess::close);
    network.close();
  }
}
