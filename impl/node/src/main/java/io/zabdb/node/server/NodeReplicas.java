package io.zabdb.node.server;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.zabdb.budget.Purpose;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.log.LogIdentity;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.tls.Tls;
import io.zabdb.node.api.Failures;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.api.Replicas;
import io.zabdb.node.clock.GroupClock;
import io.zabdb.node.clock.NodeClocks;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.files.FolderDisk;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.peer.PeerGroup;
import io.zabdb.peer.PeerSettings;
import io.zabdb.peer.PeerTransport;
import io.zabdb.replica.ReplicaContext;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.ReplicaTrace;
import io.zabdb.replica.ReplicaTraces;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.rpc.RpcClient;
import io.zabdb.rpc.RpcServer;
import io.zabdb.rpc.RpcSettings;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.ServerHello;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.SessionMemory;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The replicas of a node with all that connects them: peers, clients, the configuration manager.
 * Each replica has an event loop, which several may share; clients are served by the same loops.
 */
public final class NodeReplicas implements Replicas {

  private static final Logger LOG = LoggerFactory.getLogger(NodeReplicas.class);
  private static final String SOFTWARE = "zabdb 0.1";
  private static final long POLL_MILLIS = 5;
  private static final long STATUS_SECONDS = 2;
  private static final long CLOCKS_SECONDS = 1;

  private final NodeContext context;
  private final NodeConfig config;
  private final ReplicaTraces traces;
  private final Topology topology;
  private final NodeClocks clocks;
  private final long started = System.nanoTime();
  private final Map<Integer, ReplicaDriver> drivers = new ConcurrentSkipListMap<>();
  private EventLoopGroup loops;
  private PeerTransport peers;
  private RpcServer server;
  private RpcClient outgoing;
  private Forwarder forwarder;
  private ObservedRequests requests;
  private volatile Address clients;

  public NodeReplicas(NodeContext context, ReplicaTraces traces) {
    this.context = context;
    this.config = context.config();
    this.traces = traces;
    topology = new Topology(config);
    clocks = new NodeClocks(config.replication().maxClockSkew(), context.health());
  }

  @Override
  public synchronized void start() throws IOException {
    List<GroupConfig> groups = config.sharding().groupsOf(config.node());
    int processors = Runtime.getRuntime().availableProcessors();
    loops =
        Loops.create("zabdb-loop", Math.max(1, Math.min(groups.size(), processors)), this::fatal);
    Tls between = config.loadTls().orElse(null);
    peers =
        new PeerTransport(
            loops,
            PeerSettings.DEFAULT,
            config.cluster().toString(),
            between,
            context.budget().account(Purpose.PEER_QUEUES));
    context.coordination().ifPresent(manager -> manager.watch(this::learn));
    NodeArbiter arbiter = arbiter();
    for (GroupConfig group : groups) {
      drivers.put(group.id(), startReplica(group, arbiter));
    }
    peers.bind(config.network().peer().host(), config.network().peer().port());
    listen(config.loadTls().orElse(null));
    loops
        .next()
        .scheduleWithFixedDelay(clocks::look, CLOCKS_SECONDS, CLOCKS_SECONDS, TimeUnit.SECONDS);
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
      fatal(error);
    } else {
      LOG.error("thread {} ended", thread.getName(), cause);
    }
  }

  /**
   * Something is half done, nobody knows what: no replica goes on, and the process ends. By any
   * thread.
   */
  private void fatal(Error error) {
    drivers.values().forEach(driver -> driver.abort(error));
    context.failures().fatal(Failures.WHOLE_NODE, error);
  }

  private void learn(ClusterState state) {
    for (NodeInfo node : state.nodes()) {
      topology.learn(node.id(), new Address(node.host(), node.port()));
    }
  }

  private NodeArbiter arbiter() {
    Map<Integer, List<Integer>> groups = new TreeMap<>();
    config.sharding().groups().forEach(group -> groups.put(group.id(), group.nodes()));
    return new NodeArbiter(
        config.node(),
        groups,
        config.storage().pressureLevels().heavyBytes(),
        config.replication().spreadInterval(),
        System::nanoTime);
  }

  private ReplicaDriver startReplica(GroupConfig group, NodeArbiter arbiter) throws IOException {
    context.budget().account(Purpose.STORES).take(config.storage().rocks().cacheBytes());
    SessionMemory sessions = sessionMemory();
    context.budget().account(Purpose.SESSIONS).take(sessions.bytes());
    int member = group.memberOf(config.node());
    EventLoop loop = loops.next();
    Path directory = config.dataDirectory().resolve("group-" + group.id());
    Path incoming = directory.resolve("incoming");
    DiskFiles.delete(incoming);
    ReplicaTrace trace = traces.open(group.id(), member, group.nodes().size());
    List<Supplier<InetSocketAddress>> members = new ArrayList<>();
    for (int node : group.nodes()) {
      members.add(() -> config.network().peers().get(node).resolve());
    }
    ReplicaSettings settings = settings(group, member);
    FolderDisk disk = new FolderDisk(directory, config.storage().rocks(), sessions);
    GroupClock clock = clocks.add(group.id(), group.nodes().size(), member);
    context.metrics().group(group.id()).clock(clock::skew);
    PeerGroup place =
        new PeerGroup(
            group.id(),
            member,
            group.nodes(),
            members,
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
            new Events(),
            context.health(),
            arbiter,
            trace,
            context.metrics().group(group.id())));
  }

  /** A share of what the node has for sessions. */
  private SessionMemory sessionMemory() {
    long limit = context.budget().account(Purpose.SESSIONS).limit();
    return SessionMemory.within(limit / config.sharding().groupsOf(config.node()).size());
  }

  private ReplicaSettings settings(GroupConfig group, int member) {
    List<Partition> partitions =
        topology.ring().partitions().stream()
            .filter(partition -> partition.group() == group.id())
            .map(
                partition ->
                    new Partition(partition.name(), partition.move(), config.sharding().families()))
            .toList();
    return new ReplicaSettings(
        config.replication().settings(group, config.node(), context.incarnation()),
        new LogIdentity(config.cluster(), group.id(), member),
        config.storage().log(),
        partitions,
        config.replication().durability(),
        config.replication().flushInterval(),
        config.replication().tick(),
        config.storage().checkpointInterval(),
        config.storage().pressureLevels(),
        config.storage().stepRate(),
        config.storage().flushPace(),
        new ScrubSettings(config.storage().scrubRate(), config.storage().scrubInterval()),
        ReplicaMemory.of(context.budget(), config.sharding().groupsOf(config.node()).size()));
  }

  private void listen(Tls tls) throws IOException {
    RpcSettings settings =
        RpcSettings.DEFAULT
            .withMaxConnections(config.network().maxConnections())
            .withTimes(
                RpcSettings.DEFAULT.connectTimeout(),
                config.network().idleTimeout(),
                RpcSettings.DEFAULT.keepalive())
            .withSlowClientTimeout(config.network().slowClientTimeout());
    outgoing = new RpcClient(loops, settings, tls, context.budget().account(Purpose.LARGE_ANSWERS));
    ClientHello hello =
        ClientHello.newBuilder()
            .setCluster(config.cluster().toString())
            .setSoftware(SOFTWARE + " node " + config.node())
            .build();
    forwarder =
        new Forwarder(
            topology,
            address -> outgoing.connect(address, hello),
            context.metrics()::requestForwarded,
            new NettyLoop(loops.next()));
    requests =
        new ObservedRequests(
            new NodeRequests(
                topology,
                drivers,
                replica -> clocks.stamp(replica.group(), replica.appliedTime()),
                config.replication().sessions(),
                context.budget(),
                this::describe,
                forwarder),
            context.metrics());
    ServerHello greeting =
        ServerHello.newBuilder()
            .setCluster(config.cluster().toString())
            .setNode(config.node())
            .setSoftware(SOFTWARE)
            .build();
    server = new RpcServer(loops, settings, greeting, tls, context.budget(), requests);
    Address wanted = config.network().client();
    clients = new Address(wanted.host(), server.bind(wanted.host(), wanted.port()).getPort());
    topology.learn(config.node(), clients);
  }

  private NodeStatus.Builder describe(List<ReplicaStatus> replicas) {
    NodeStatus.Builder status =
        NodeStatus.newBuilder()
            .setNode(config.node())
            .setCluster(config.cluster().toString())
            .setProcess(ProcessHandle.current().pid())
            .setSoftware(SOFTWARE)
            .setUptimeMillis(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started))
            .setDiskFreeBytes(context.disk().freeBytes())
            .setHeapBytes(Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
    context.health().complaints().forEach(complaint -> status.addProblems(complaint.text()));
    context.budget().uses().stream().map(StatusReport::memory).forEach(status::addMemory);
    for (ReplicaStatus replica : replicas) {
      if (replica.diskFull()) {
        status.addProblems("group " + replica.group() + " waits for room on the disk");
      }
    }
    context.coordination().ifPresent(manager -> describe(manager, status));
    return status;
  }

  private static void describe(ConfigurationManager manager, NodeStatus.Builder status) {
    boolean connected = manager.isConnected();
    Optional<String> missing = manager.missing();
    status.setCoordinationConnected(connected).setCoordinationKnows(missing.isEmpty());
    if (!connected) {
      status.addProblems("the configuration manager is away; serving goes on");
    } else {
      missing.ifPresent(
          what ->
              status.addProblems(
                  "the configuration manager does not know this node: "
                      + what
                      + "; serving goes on"));
    }
  }

  @Override
  public Address clientAddress() {
    return clients;
  }

  @Override
  public List<ReplicaStatus> status() {
    List<CompletableFuture<ReplicaStatus>> asked;
    synchronized (this) {
      asked = drivers.values().stream().map(ReplicaDriver::status).toList();
    }
    List<ReplicaStatus> known = new ArrayList<>();
    for (CompletableFuture<ReplicaStatus> one : asked) {
      try {
        known.add(one.orTimeout(STATUS_SECONDS, TimeUnit.SECONDS).join());
      } catch (CompletionException e) {
        LOG.debug("a replica does not tell how it is", e);
      }
    }
    return known;
  }

  @Override
  public boolean handLeadershipOver(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Integer> led = led();
    while (!led.isEmpty() && System.nanoTime() < deadline) {
      // A transfer may be refused for the moment: asked again until it has been made.
      led.forEach(group -> drivers.get(group).transfer(-1, "the node stops"));
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      led = led();
    }
    return led.isEmpty();
  }

  /** Groups that this node leads and that others could lead. */
  private List<Integer> led() {
    return status().stream()
        .filter(ReplicaStatus::leads)
        .map(ReplicaStatus::group)
        .filter(group -> topology.group(group).orElseThrow().nodes().size() > 1)
        .toList();
  }

  @Override
  public void stopTaking(Duration limit) throws InterruptedException {
    requests.stop(limit);
  }

  @Override
  public synchronized void close() {
    List<Runnable> parts = new ArrayList<>();
    if (server != null) {
      parts.add(server::close);
    }
    if (forwarder != null) {
      parts.add(forwarder::close);
      parts.add(outgoing::close);
    }
    drivers.values().forEach(driver -> parts.add(() -> close(driver)));
    if (peers != null) {
      parts.add(peers::close);
      parts.add(() -> loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly());
    }
    closeAll(parts);
    drivers.clear();
  }

  private static void close(ReplicaDriver driver) {
    driver.stop().join();
    try {
      driver.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** All are closed, whatever comes of each. */
  private static void closeAll(List<Runnable> parts) {
    RuntimeException first = null;
    for (Runnable part : parts) {
      try {
        part.run();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private final class Events implements ReplicaEvents {

    @Override
    public void leaderChanged(int group, int leader, long epoch) {
      topology.leads(group, leader, epoch);
      int self = topology.group(group).orElseThrow().memberOf(config.node());
      if (leader >= 0) {
        context.metrics().group(group).leaderChanged();
        LOG.info("group {}: member {} leads in epoch {}", group, leader, epoch);
      }
      if (leader == self) {
        context.coordination().ifPresent(manager -> report(manager, group, epoch));
      }
    }

    private void report(ConfigurationManager manager, int group, long epoch) {
      manager
          .newLeader(group, config.node(), epoch)
          .whenComplete(
              (done, failure) -> {
                if (failure != null) {
                  LOG.debug("the configuration manager does not know who leads {}", group, failure);
                }
              });
    }

    @Override
    public void failed(int group, Throwable cause) {
      context.failures().fatal(group, cause);
    }
  }
}
