package io.zabdb.node.server;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.Purpose;
import io.zabdb.net.socket.Background;
import io.zabdb.net.socket.Loops;
import io.zabdb.node.api.Failures;
import io.zabdb.node.api.NodeContext;
import io.zabdb.node.api.Replicas;
import io.zabdb.node.balance.NodeBalancer;
import io.zabdb.node.balance.PlacingRequests;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.birth.GroupsFile;
import io.zabdb.node.clock.NodeClocks;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.node.metrics.PauseReport;
import io.zabdb.peer.PeerSettings;
import io.zabdb.peer.PeerTransport;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaTraces;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.replica.status.ReplicaStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The replicas of a node with all that connects them: peers, clients, the configuration manager.
 * Each replica has an event loop, which several may share; clients are served by the same loops.
 */
public final class NodeReplicas implements Replicas {

  private static final long POLL_MILLIS = 5;
  private static final Duration STATUS_LIMIT = Duration.ofSeconds(2);
  private static final long CLOCKS_SECONDS = 1;

  private final NodeContext context;
  private final NodeConfig config;
  private final ReplicaTraces traces;
  private final Topology topology;
  private final NodeClocks clocks;
  private final NodeDescription description;
  private final NodeBalancer balancer;
  private final Map<Integer, ReplicaDriver> drivers = new ConcurrentSkipListMap<>();

  /** Of which this process has had a replica. */
  private final Set<Integer> had = new HashSet<>();

  private EventLoopGroup loops;
  private PeerTransport peers;
  private NodeLinks links;
  private NodeMoves moves;
  private ReplicaStarter starter;
  private GroupLearning learning;
  private volatile BornGroups born;
  private volatile GroupEndings endings;
  private AddressBook addresses;
  private boolean isClosed;
  private ClientPort port;
  private volatile Address clients;

  public NodeReplicas(NodeContext context, ReplicaTraces traces) {
    this.context = context;
    this.config = context.config();
    this.traces = traces;
    topology = new Topology(config);
    description = new NodeDescription(context);
    balancer = new NodeBalancer(context);
    clocks = new NodeClocks(config.replication().maxClockSkew(), context.health());
  }

  @Override
  public synchronized void start() throws IOException {
    born = BornGroups.open(GroupsFile.in(config.dataDirectory()), config.node());
    topology.learn(born);
    List<GroupConfig> groups = own();
    loops = Loops.create("zabdb-loop", loops(groups.size()), this::fatal);
    peers =
        new PeerTransport(
            loops,
            PeerSettings.DEFAULT.withWords(config.replication().wordPatience()),
            config.cluster().toString(),
            config.loadTls().orElse(null),
            context.budget().account(Purpose.PEER_QUEUES));
    context
        .coordination()
        .ifPresent(manager -> manager.watch(new ManagerNews(topology, manager::dropGroup)));
    links = NodeLinks.open(context, topology, loops);
    moves = NodeMoves.open(context, topology, links, loops.next(), this::taker);
    addresses = new AddressBook(config, topology);
    starter =
        new ReplicaStarter(
            context,
            topology,
            addresses,
            clocks,
            traces,
            loops,
            peers,
            moves.post(),
            group -> endings.ended(group),
            group -> endings.removed(group),
            this::fatal);
    for (GroupConfig group : born.left()) {
      starter.drop(group);
    }
    for (GroupConfig group : born.removed()) {
      starter.leave(group);
    }
    Executor birth = Background.threads("zabdb-births", 1);
    endings = new GroupEndings(topology, new Leaving(), birth, new NettyLoop(loops.next()));
    for (GroupConfig group : groups) {
      start(group);
    }
    peers.bind(config.network().peer().host(), config.network().peer().port());
    port =
        new ClientPort(
            context,
            topology,
            clocks,
            drivers,
            description,
            loops,
            links,
            moves.requests(),
            new PlacingRequests(starter::leadersArePlaced, balancer.requests()),
            births(birth));
    clients = port.bind();
    // Clients may not reach it where it listens.
    Address reached = config.network().clients().getOrDefault(config.node(), clients);
    topology.learn(config.node(), reached);
    balancer.begin(reached);
    learning.begin();
    loops
        .next()
        .scheduleWithFixedDelay(clocks::look, CLOCKS_SECONDS, CLOCKS_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * How many event loops: one for each group, up to the processors. A node that waits for groups
   * has as many as it will need.
   */
  private int loops(int groups) {
    int expected = groups == 0 ? config.sharding().roomOf(config.node()) : groups;
    return Math.max(1, Math.min(expected, Runtime.getRuntime().availableProcessors()));
  }

  /** Starts a replica, unless it runs. */
  private synchronized void start(GroupConfig group) throws IOException {
    if (isClosed) {
      throw new IOException("node " + config.node() + " is closing");
    }
    if (!drivers.containsKey(group.id())) {
      long incarnation =
          had.add(group.id()) ? context.starts().ofProcess() : context.starts().another();
      drivers.put(group.id(), starter.start(group, born.mayFound(group.id()), incarnation));
    }
  }

  /** The groups of which this node has a replica. */
  private List<GroupConfig> own() {
    return Stream.concat(config.sharding().groupsOf(config.node()).stream(), born.all().stream())
        .filter(group -> born.isHere(group.id()))
        .distinct()
        .toList();
  }

  /** What becomes of a replica of this node that is to go. */
  private final class Leaving implements GroupEndings.Leaver {

    @Override
    public Optional<GroupConfig> own(int id) {
      return NodeReplicas.this.own().stream().filter(group -> group.id() == id).findFirst();
    }

    @Override
    public void note(GroupConfig group, GroupEndings.Reason reason) throws IOException {
      if (reason == GroupEndings.Reason.ENDED) {
        born.note(group);
      } else {
        born.noteRemoval(group, topology.committedVoters(group.id()));
      }
    }

    @Override
    public void forget(GroupConfig group) {
      starter.forget(group);
    }

    @Override
    public CompletableFuture<Void> drop(GroupConfig group, GroupEndings.Reason reason) {
      try {
        dropNow(group, reason);
        return CompletableFuture.completedFuture(null);
      } catch (IOException | RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  /** The files of a large store take their time, and others ask this node meanwhile. */
  private void dropNow(GroupConfig group, GroupEndings.Reason reason) throws IOException {
    if (!end(group)) {
      return;
    }
    if (reason == GroupEndings.Reason.ENDED) {
      starter.drop(group);
    } else {
      starter.leave(group);
    }
  }

  /**
   * Ends the replica of a group, if it runs.
   *
   * @return false if the node closes: then its files go when it begins again
   */
  private synchronized boolean end(GroupConfig group) throws IOException {
    if (isClosed) {
      return false;
    }
    ReplicaDriver driver = drivers.remove(group.id());
    if (driver != null) {
      driver.stop().join();
      try {
        driver.close();
      } finally {
        starter.stopped(group);
      }
    }
    return true;
  }

  @Override
  public int expected() {
    BornGroups known = born;
    return known == null ? config.sharding().groupsOf(config.node()).size() : own().size();
  }

  private BirthRequests births(Executor birth) {
    GroupTaking taking =
        new GroupTaking(
            topology,
            born,
            config.sharding().roomOf(config.node()),
            drivers::size,
            drivers::containsKey,
            endings::isLeaving,
            this::start,
            birth);
    learning =
        new GroupLearning(
            topology,
            addresses,
            links,
            new NettyLoop(loops.next()),
            endings::heard,
            taking::heard,
            (group, disk) ->
                Optional.ofNullable(drivers.get(group.id())).ifPresent(one -> one.left(disk)));
    return new BirthRequests(topology, links, learning, born, taking, birth);
  }

  /** The replica of a group that takes part in moves, if it is of this node. */
  private Optional<MoveTaker> taker(int group) {
    return Optional.ofNullable(drivers.get(group)).map(ReplicaDriver::moves);
  }

  /**
   * Something is half done, nobody knows what: no replica goes on, and the process ends. By any
   * thread.
   */
  private void fatal(Error error) {
    drivers.values().forEach(driver -> driver.abort(error));
    context.failures().fatal(Failures.WHOLE_NODE, error);
  }

  /** This node's replica of a group of which it has one. */
  ReplicaDriver replica(int group) {
    return Objects.requireNonNull(drivers.get(group));
  }

  @Override
  public Address clientAddress() {
    return clients;
  }

  @Override
  public List<ReplicaStatus> status() {
    // Not as the only one: a replica that ends may take long, and the node's health is looked at.
    return GatheredAnswers.within(
        STATUS_LIMIT, drivers.values().stream().map(ReplicaDriver::status).toList());
  }

  @Override
  public void paused(PauseReport report) {
    for (ReplicaDriver driver : drivers.values()) {
      driver.events().add(GroupEvent.Kind.PAUSED, -1, report.longest(), 0, report.text());
    }
  }

  @Override
  public boolean handLeadershipOver(Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Integer> led = led();
    while (!led.isEmpty() && System.nanoTime() < deadline) {
      // A transfer may be refused for the moment: asked again until it has been made.
      for (int group : led) {
        // A group may end meanwhile.
        Optional.ofNullable(drivers.get(group))
            .ifPresent(driver -> driver.transfer(-1, "the node stops"));
      }
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
        .filter(group -> topology.nodes(group).size() > 1)
        .toList();
  }

  @Override
  public void stopTaking(Duration limit) throws InterruptedException {
    port.stopTaking(limit);
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    List<Runnable> parts = new ArrayList<>(List.of(balancer::close));
    if (port != null) {
      parts.add(port::close);
    }
    if (links != null) {
      parts.add(links::close);
    }
    if (moves != null) {
      parts.add(moves::close);
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
      throw new UncheckedIOException(e);
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
}
