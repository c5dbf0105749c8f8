package io.zabdb.maelstrom.replica;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.core.zab.Guards;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.maelstrom.network.GroupLines;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The replicas of a node of Maelstrom: one of each group, on its event loop. Of that loop. */
public final class LocalReplicas implements AutoCloseable {

  private final ReplicaHost host;
  private final Map<Integer, ReplicaDriver> drivers = new TreeMap<>();
  private final List<GroupReplica> replicas = new ArrayList<>();

  /**
   * None runs yet. Counts a start of the node, if it has a directory.
   *
   * @param guards of the core: those of the product, unless a test weakens one
   */
  public LocalReplicas(
      Node node, Membership members, GroupSettings settings, Guards guards, MemoryBudget budget)
      throws IOException {
    Optional<Path> directory = settings.directoryOf(node.id());
    host =
        new ReplicaHost(
            node,
            members,
            settings,
            guards,
            budget,
            new GroupLines(node),
            new NodeHealth(),
            arbiter(members),
            directory.isPresent() ? countStart(directory.get()) : 0);
  }

  private static NodeArbiter arbiter(Membership members) {
    return new NodeArbiter(
        members.self(),
        members.topology().groups().stream()
            .collect(Collectors.toMap(GroupConfig::id, GroupConfig::nodes)),
        GroupSettings.HEAVY_BYTES,
        Duration.ZERO,
        SystemClock.INSTANCE::nanos);
  }

  /** How often the node was started before. */
  private static long countStart(Path directory) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve("starts");
    long before = Files.exists(file) ? Long.parseLong(Files.readString(file).trim()) : 0;
    DiskFiles.replace(file, Long.toString(before + 1).getBytes(StandardCharsets.US_ASCII));
    return before;
  }

  /**
   * Opens all and starts them; what moves partitions begins, too.
   *
   * @param post reaches other groups
   */
  public void start(GroupPost post) throws IOException {
    for (GroupConfig group : host.members().topology().groups()) {
      GroupReplica replica = GroupReplica.start(host, group.id(), post);
      replicas.add(replica);
      drivers.put(group.id(), replica.driver());
    }
    if (host.settings().moveSeconds() > 0) {
      new MovingOperator(host, drivers).begin();
    }
  }

  /** Their runtimes, by group: none before they are started. A view. */
  public Map<Integer, ReplicaDriver> drivers() {
    return drivers;
  }

  /** The replica of a group, as one that takes part in moves. */
  public Optional<MoveTaker> taker(int group) {
    return Optional.ofNullable(drivers.get(group)).map(ReplicaDriver::moves);
  }

  /** Ends them and closes their files. */
  @Override
  public void close() throws IOException {
    for (GroupReplica replica : replicas) {
      replica.close();
    }
  }
}
