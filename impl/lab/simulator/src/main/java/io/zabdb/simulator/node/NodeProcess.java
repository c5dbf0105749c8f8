package io.zabdb.simulator.node;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.group.Configuration;
import io.zabdb.environment.Clock;
import io.zabdb.environment.Loop;
import io.zabdb.environment.Worker;
import io.zabdb.log.LogIdentity;
import io.zabdb.node.balance.BalancerRequests;
import io.zabdb.node.balance.PlacingRequests;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.server.BirthRequests;
import io.zabdb.node.server.Forwarder;
import io.zabdb.node.server.NodeLinks;
import io.zabdb.node.server.NodeMoves;
import io.zabdb.node.server.NodeRequests;
import io.zabdb.node.server.Topology;
import io.zabdb.replica.KnownVoters;
import io.zabdb.replica.ReplicaContext;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.replica.ReplicaEvents;
import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.pressure.NodeArbiter;
import io.zabdb.replica.settings.Founding;
import io.zabdb.replica.settings.ReplicaMemory;
import io.zabdb.replica.settings.ReplicaSettings;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.wire.Request;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.TableState;
import io.zabdb.simulator.client.SimulatedConnector;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.machine.VirtualClock;
import io.zabdb.testkit.sim.machine.VirtualLoop;
import io.zabdb.testkit.sim.machine.VirtualProcess;
import io.zabdb.testkit.sim.machine.VirtualWorkers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The process of a node, from its start to its end: the production runtime of its replicas, and the
 * production handling of requests. Not thread-safe.
 */
public final class NodeProcess {

  private static final Duration TICK = Duration.ofMillis(10);
  private static final int FLUSH_PACE = 2;

  /** The workers of a log wait for each other. */
  private static final Set<String> LOCKING = Set.of("log", "log-sync", "log-spares");

  private static final long MEMORY_BYTES = 256 << 20;

  /** In bytes a second, of files of partitions that come. */
  private static final long MOVE_RATE = 64 << 20;

  private final World world;
  private final SimulatedNode node;
  private final Surroundings around;
  private final VirtualProcess machine;
  private final long incarnation;
  private final VirtualClock clock;
  private final Topology topology;
  private final NodeHealth health = new NodeHealth();
  private final MemoryBudget budget = MemoryBudget.of(MEMORY_BYTES, MEMORY_BYTES, MEMORY_BYTES);
  private final Map<Integer, ReplicaDriver> drivers = new TreeMap<>();
  private final Map<Integer, Loop> loops = new TreeMap<>();

  /** Of which it has had a replica. */
  private final Set<Integer> had = new HashSet<>();

  private final List<Runnable> over = new ArrayList<>();

  private Loop loop;
  private NodeLinks links;
  private NodeMoves moves;
  private NodeArbiter arbiter;

  /** Null: groups do not end, and none is born. */
  private NodeGroups groups;

  private NodeRequests requests;

  NodeProcess(
      World world,
      SimulatedNode node,
      Surroundings around,
      VirtualProcess machine,
      long incarnation) {
    this.world = world;
    this.node = node;
    this.around = around;
    this.machine = machine;
    this.incarnation = incarnation;
    long booted = node.wall().monotonic() - world.time().now() / 1_000;
    clock = new VirtualClock(machine, booted, () -> node.wall().millis());
    topology = around.cluster().topologyOf(node.number());
  }

  VirtualProcess machine() {
    return machine;
  }

  /** Whether the node knows of no want of room on its disk. */
  public boolean hasRoom() {
    return health.worst(Ailment.DISK_ROOM) == 0;
  }

  /** By group. */
  public Map<Integer, ReplicaDriver> drivers() {
    return drivers;
  }

  void start() throws IOException {
    for (GroupConfig group : around.cluster().groups()) {
      loops.put(group.id(), loop(group.id()));
    }
    loop = loops.get(around.cluster().groups().get(0).id());
    links =
        new NodeLinks(
            topology,
            address ->
                around
                    .wires()
                    .connect(node.number(), address.getPort() - SimulatedConnector.FIRST_PORT),
            loop);
    moves = openMoves();
    arbiter = openArbiter();
    BornGroups born = node.groups();
    if (around.ends()) {
      groups = openGroups(born);
    }
    for (GroupConfig group : own(born)) {
      start(group);
    }
    requests =
        new NodeRequests(
            topology,
            drivers,
            replica -> Math.max(clock.millis(), replica.appliedTime() + 1),
            around.tuning().sessions(),
            around.tuning().limits(),
            budget,
            new SimulatedReport(node.number(), clock),
            new Forwarder(links, () -> world.counts().add("node: request forwarded")),
            moves.requests(),
            new PlacingRequests(arbiter::leadersArePlaced, BalancerRequests.NONE),
            groups == null ? BirthRequests.NONE : groups.requests(),
            clock,
            links);
    if (around.tuning().timing().restAfter() > 0) {
      long patience = around.tuning().timing().wordPatience() * TICK.toNanos();
      around.networks().speak(node.number(), incarnation, openLoop("words"), clock, patience);
    }
  }

  private NodeGroups openGroups(BornGroups born) {
    Worker births =
        new VirtualWorkers(machine, random("births", 0), VirtualWorkers.Pace.USUAL).open("births");
    return new NodeGroups(
        world, node, drivers, topology, links, health, arbiter, born, this::start, births, loop);
  }

  /** Of which this node has a replica. What is left of those that have ended is dropped. */
  private List<GroupConfig> own(BornGroups born) {
    topology.learn(born);
    born.left().forEach(group -> node.drop(group.id()));
    born.removed().forEach(group -> node.drop(group.id()));
    Stream<GroupConfig> founded =
        around.cluster().groups().stream().filter(group -> group.nodes().contains(node.number()));
    return Stream.concat(founded, born.all().stream())
        .filter(group -> born.isHere(group.id()))
        .distinct()
        .toList();
  }

  private Loop loop(int group) {
    return new VirtualLoop(machine, random("loop", group));
  }

  /** Another loop of the process. */
  public Loop openLoop(String name) {
    return new VirtualLoop(machine, random(name, 0));
  }

  /** Time as the process sees it. */
  public Clock clock() {
    return clock;
  }

  /** Has something happen when the process is over. */
  public void whenOver(Runnable action) {
    over.add(action);
  }

  /** Starts a replica, unless it runs. */
  private void start(GroupConfig group) throws IOException {
    if (drivers.containsKey(group.id())) {
      return;
    }
    around.groups().taken(node.number(), group);
    if (!node.mayFound(group.id())) {
      world.counts().add("members: one that was removed came back");
    }
    arbiter.taken(group.id(), group.nodes());
    if (BornGroups.isBorn(group)) {
      world.counts().add("birth: replica started");
      topology.learn(group);
      around.rings().keep(group);
    }
    Loop own = loops.computeIfAbsent(group.id(), this::loop);
    drivers.put(
        group.id(),
        ReplicaDriver.start(
            settings(group),
            around.disks().apply(node.disk(group.id())),
            listener -> around.networks().of(group).open(node.number(), own, listener),
            new ReplicaContext(
                own,
                clock,
                new VirtualWorkers(
                    machine, random("workers", group.id()), VirtualWorkers.Pace.USUAL, LOCKING),
                new Events(),
                health,
                arbiter,
                node.vouched(group.id()),
                new CountedMetrics(world.counts()),
                new CountedPost(moves.post(), topology, world.counts()))));
  }

  /** Whether it knows of a group that was born, or of its end. */
  public boolean knows(int group) {
    return groups != null && groups.knows(group);
  }

  /** Whether it knows that a group has ended, and has noted it if it had a replica. */
  public boolean knowsEnd(int group) {
    return topology.hasEnded(group);
  }

  private NodeMoves openMoves() {
    VirtualWorkers workers =
        new VirtualWorkers(machine, random("moves", 0), VirtualWorkers.Pace.USUAL);
    return new NodeMoves(
        topology,
        links,
        group -> Optional.ofNullable(drivers.get(group)).map(ReplicaDriver::moves),
        new NodeMoves.Tools(
            loop,
            clock,
            workers,
            new SimulatedRoom(node.diskState()),
            0,
            MOVE_RATE,
            new WaitingClients(random("tails", 0), world.counts()),
            budget.account(Purpose.MOVES)));
  }

  private SeededRandom random(String what, int group) {
    return world.random(what + "." + node.number() + "." + group + "." + incarnation);
  }

  private NodeArbiter openArbiter() {
    Map<Integer, List<Integer>> first = new TreeMap<>();
    around.cluster().groups().forEach(group -> first.put(group.id(), group.nodes()));
    NodeArbiter opened =
        new NodeArbiter(
            node.number(),
            first,
            around.tuning().levels().heavyBytes(),
            Duration.ofSeconds(3),
            clock::nanos);
    opened.othersAreKnown(topology::groupsOf);
    return opened;
  }

  /** That of the process, or another one of a replica that it has had before. */
  private long startOf(int group) {
    return had.add(group) ? incarnation : node.nextStart();
  }

  private ReplicaSettings settings(GroupConfig group) {
    Tuning tuning = around.tuning();
    List<PartitionId> partitions =
        around.cluster().ring().partitions().stream()
            .filter(partition -> partition.group() == group.id())
            .map(partition -> new PartitionId(partition.name(), partition.range()))
            .toList();
    return new ReplicaSettings(
        node.settings(group.id(), startOf(group.id()), node.mayFound(group.id())),
        new LogIdentity(Cluster.ID, group.id(), group.memberOf(node.number())),
        tuning.log(),
        new Founding(partitions, around.cluster().families()),
        tuning.durability(),
        Duration.ofMillis(20),
        TICK,
        tuning.checkpointBytes(),
        tuning.levels(),
        0,
        FLUSH_PACE,
        ScrubSettings.OFF,
        new ReplicaMemory(
            budget.account(Purpose.HISTORY),
            tuning.historyBytes(),
            budget.account(Purpose.APPLY_QUEUE),
            tuning.applyBytes(),
            budget.account(Purpose.LOG_BUFFERS)),
        tuning.moves());
  }

  /** A request has come over a connection. */
  void take(Request request, Responder responder) {
    loop.execute(() -> requests.handle(request, responder));
  }

  /** It does nothing any more. */
  void end() {
    machine.end();
    over.forEach(Runnable::run);
  }

  private final class Events implements ReplicaEvents {

    @Override
    public void leaderChanged(int group, int leader, long epoch) {
      topology.leads(group, leader, epoch);
      if (leader == node.memberOf(group)) {
        world.counts().add("replica: leadership begun");
        around.rings().leads(around.groups().of(group), node.number(), epoch);
      }
    }

    @Override
    public void votersChanged(int group, KnownVoters known) {
      topology.votersChanged(group, known);
      Configuration voters = known.voters();
      int founders = around.groups().of(group).nodes().size();
      if (known.isCommitted() && !voters.equals(Configuration.ofFirst(founders))) {
        world.counts().add("replica: members " + (voters.isJoint() ? "change" : "changed"));
      }
    }

    @Override
    public void partitionsChanged(int group, TableState table) {
      topology.partitionsChanged(group, table);
    }

    @Override
    public void groupEnded(int group) {
      world.counts().add("end: applied");
      if (groups != null) {
        groups.ended(group);
      }
    }

    @Override
    public void removed(int group) {
      world.counts().add("removal: known");
      if (groups != null) {
        groups.removed(group);
      }
    }

    @Override
    public void failed(int group, Throwable cause) {
      node.failed(NodeProcess.this, group, cause);
    }
  }
}
