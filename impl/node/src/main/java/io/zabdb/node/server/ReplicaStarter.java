package io.zabdb.node.server;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.zabdb.budget.Purpose;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.log.LogIdentity;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.clock.GroupClock;
import io.zabdb.node.clock.NodeClocks;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.files.FolderDisk;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.peer.PeerGroup;
import io.zabdb.peer.PeerTransport;
import io.zabdb.replica.ReplicaContext;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.replica.ReplicaTraces;
import io.zabdb.replica.move.GroupPost;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.settings.Founding;
import io.zabdb.replica.settings.MoveBounds;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.engine.SessionMemory;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the replicas of a node: what each gets of the node's memory, loops, folders and threads.
 */
final class ReplicaStarter {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaStarter.class);

  private final NodeContext context;
  private final NodeConfig config;
  private final Topology topology;
  private final NodeClocks clocks;
  private final ReplicaTraces traces;
  private final AddressBook addresses;
  private final NodeArbiter arbiter;
  private final EventLoopGroup loops;
  private final PeerTransport peers;
  private final ReplicaEvents events;
  private final GroupPost post;
  private final Consumer<Error> fatal;

  /**
   * @param post reaches other groups
   * @param ended hears of groups that have ended
   * @param removed hears of groups from which this node was removed
   * @param fatal hears of an error after which nobody knows what is half done; by any thread
   */
  ReplicaStarter(
      NodeContext context,
      Topology topology,
      AddressBook addresses,
      NodeClocks clocks,
      ReplicaTraces traces,
      EventLoopGroup loops,
      PeerTransport peers,
      GroupPost post,
      IntConsumer ended,
      IntConsumer removed,
      Consumer<Error> fatal) {
    this.context = context;
    config = context.config();
    this.topology = topology;
    this.clocks = clocks;
    this.traces = traces;
    this.loops = loops;
    this.peers = peers;
    this.post = post;
    this.fatal = fatal;
    this.addresses = addresses;
    arbiter = arbiter(config);
    arbiter.othersAreKnown(topology::groupsOf);
    events = new GroupNews(context, topology, clocks, arbiter, ended, removed);
  }

  private static NodeArbiter arbiter(NodeConfig config) {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    config.sharding().groups().forEach(group -> groups.put(group.id(), group.nodes()));
    return new NodeArbiter(
        config.node(),
        groups,
        config.sharding().groupsOf(config.node()).stream()
            .map(GroupConfig::id)
            .collect(Collectors.toSet()),
        config.storage().pressureLevels().heavyBytes(),
        config.replication().spreadInterval(),
        System::nanoTime);
  }

  /**
   * Starts the replica of a group of the configuration, or of one that was born.
   *
   * @param founds whether it may be one of those that found the group
   * @param incarnation higher than those of all starts of the replica before
   */
  ReplicaDriver start(GroupConfig group, boolean founds, long incarnation) throws IOException {
    // Also of one of the configuration that this node joins, since it was told to.
    arbiter.taken(group.id(), group.nodes());
    if (isBorn(group)) {
      topology.learn(group);
      context
          .coordination()
          .ifPresent(manager -> manager.keepGroup(new GroupInfo(group.id(), group.nodes(), -1, 0)));
    }
    SessionMemory sessions = sessionMemory();
    context.budget().account(Purpose.STORES).take(config.storage().rocks().cacheBytes());
    context.budget().account(Purpose.SESSIONS).take(sessions.bytes());
    try {
      return open(group, founds, incarnation, sessions);
    } catch (IOException | RuntimeException e) {
      // It is tried again, maybe every second.
      stopped(group);
      forget(group);
      throw e;
    }
  }

  private ReplicaDriver open(
      GroupConfig group, boolean founds, long incarnation, SessionMemory sessions)
      throws IOException {
    int member = group.memberOf(config.node());
    EventLoop loop = loops.next();
    Path directory = directory(group);
    Path incoming = directory.resolve("incoming");
    DiskFiles.delete(incoming);
    ReplicaTrace trace = traces.open(group.id(), member, group.nodes().size());
    ReplicaSettings settings = settings(group, member, founds, incarnation);
    FolderDisk disk = new FolderDisk(directory, config.storage().rocks(), sessions);
    GroupClock clock = clocks.add(group.id(), group.nodes().size(), member);
    context.metrics().group(group.id()).clock(clock::skew);
    PeerGroup place =
        new PeerGroup(
            group.id(),
            member,
            group.nodes().size(),
            addresses.of(group.numbers()),
            incoming,
            trace.clock(),
            clock,
            disk.checkpoints());
    return ReplicaDriver.start(
        settings,
        disk,
        listener -> peers.attach(place, loop, listener),
        new ReplicaContext(
            new NettyLoop(loop),
            SystemClock.INSTANCE,
            new ThreadWorkers(threads("zabdb-group-" + group.id()), "-" + group.id()),
            events,
            context.health(),
            arbiter,
            trace,
            context.metrics().group(group.id()),
            post));
  }

  /** See {@link NodeArbiter#leadersArePlaced}. */
  void leadersArePlaced(Duration time) {
    arbiter.leadersArePlaced(time);
  }

  /** The replica of a group has ended: what it had of the node is free. */
  void stopped(GroupConfig group) {
    context.budget().account(Purpose.STORES).give(config.storage().rocks().cacheBytes());
    context.budget().account(Purpose.SESSIONS).give(sessionMemory().bytes());
    clocks.remove(group.id());
    context.metrics().ended(group.id());
    context.health().ended(group.id());
  }

  /** A group has ended: no node has a replica of it, or will soon have none. */
  void forget(GroupConfig group) {
    arbiter.ended(group.id());
  }

  /** The same of a group of this node: nothing is left here, nor known where it was made known. */
  void drop(GroupConfig group) throws IOException {
    forget(group);
    context.coordination().ifPresent(manager -> manager.dropGroup(group.id()));
    DiskFiles.delete(directory(group));
  }

  /** This node was removed from a group that goes on: nothing of it is left here. */
  void leave(GroupConfig group) throws IOException {
    forget(group);
    context.coordination().ifPresent(manager -> manager.leaveGroup(group.id()));
    DiskFiles.delete(directory(group));
  }

  private Path directory(GroupConfig group) {
    return config.dataDirectory().resolve("group-" + group.id());
  }

  private boolean isBorn(GroupConfig group) {
    return !config.sharding().groups().contains(group);
  }

  /** A share of what the node has for sessions. */
  private SessionMemory sessionMemory() {
    long limit = context.budget().account(Purpose.SESSIONS).limit();
    return SessionMemory.within(limit / config.sharding().roomOf(config.node()));
  }

  private ReplicaSettings settings(
      GroupConfig group, int member, boolean founds, long incarnation) {
    List<PartitionId> partitions =
        topology.firstRing().partitions().stream()
            .filter(partition -> partition.group() == group.id())
            .map(partition -> new PartitionId(partition.name(), partition.range()))
            .toList();
    return new ReplicaSettings(
        config.replication().settings(group, config.node(), incarnation, founds),
        new LogIdentity(config.cluster(), group.id(), member),
        config.storage().log(),
        new Founding(partitions, config.sharding().families()),
        config.replication().durability(),
        config.replication().flushInterval(),
        config.replication().tick(),
        config.storage().checkpointInterval(),
        config.storage().pressureLevels(),
        config.storage().stepRate(),
        config.storage().flushPace(),
        new ScrubSettings(config.storage().scrubRate(), config.storage().scrubInterval()),
        ReplicaMemory.of(context.budget(), config.sharding().roomOf(config.node())),
        MoveBounds.DEFAULT);
  }

  private ThreadFactory threads(String name) {
    ThreadFactory daemons = new DefaultThreadFactory(name, true);
    return task -> {
      Thread thread = daemons.newThread(task);
      thread.setUncaughtExceptionHandler((where, cause) -> uncaught(where, cause));
      return thread;
    };
  }

  private void uncaught(Thread thread, Throwable cause) {
    if (cause instanceof Error error) {
      fatal.accept(error);
    } else {
      LOG.error("thread {} ended", thread.getName(), cause);
    }
  }
}
