package io.zabdb.simulator;

import io.zabdb.client.call.CallSettings;
import io.zabdb.client.event.ClientListener;
import io.zabdb.client.net.Peers;
import io.zabdb.client.ring.NodeRings;
import io.zabdb.client.ring.RingSource;
import io.zabdb.schedule.window.Answer;
import io.zabdb.schedule.window.WindowsCheck;
import io.zabdb.simulator.balance.Balancers;
import io.zabdb.simulator.client.Ambush;
import io.zabdb.simulator.client.Keys;
import io.zabdb.simulator.client.LastOperations;
import io.zabdb.simulator.client.SimulatedClient;
import io.zabdb.simulator.client.SimulatedConnector;
import io.zabdb.simulator.client.SimulatedRings;
import io.zabdb.simulator.client.VirtualTimers;
import io.zabdb.simulator.client.Wires;
import io.zabdb.simulator.fault.Births;
import io.zabdb.simulator.fault.Ends;
import io.zabdb.simulator.fault.MemberChanges;
import io.zabdb.simulator.fault.MovesAndAborts;
import io.zabdb.simulator.fault.NodeHands;
import io.zabdb.simulator.fault.NodeInjector;
import io.zabdb.simulator.fault.Operators;
import io.zabdb.simulator.fault.ScheduledFaults;
import io.zabdb.simulator.fault.SplitsAndMerges;
import io.zabdb.simulator.node.Alarm;
import io.zabdb.simulator.node.Cluster;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.Surroundings;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.simulator.peer.GroupNetworks;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.HistoryRecorder;
import io.zabdb.testkit.history.Outcome;
import io.zabdb.testkit.linearizability.CheckResult;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.report.Explanation;
import io.zabdb.testkit.sim.client.Workload;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of a cluster in virtual time, with the production code of nodes and clients: first with
 * faults, when nothing bad may happen; then in good order, when good things must happen in time.
 * Runs once, in one thread.
 */
public final class NodeSimulation {

  private static final Limits CHECKER_LIMITS = new Limits(2_000_000, 300_000, Optional.empty());

  private static final long TIMEOUT_NANOS = 3_000_000_000L;
  private static final long QUIET_NANOS = 100_000_000;
  private static final long LOOK_EVERY_MICROS = 20_000;
  private static final int LOOKS_A_CHECK = 5;
  private static final long LONGEST_WINDOWS_MICROS = 3_600_000_000L;

  /** In ticks; where members change. */
  private static final int FOUNDING_WAIT = 100;

  private static final Path MEMORY = Path.of("/dev/shm");

  /** In each window with a quorum so many must succeed. */
  private static final WindowsCheck WINDOWS = new WindowsCheck(1, 1);

  private final NodeOptions options;
  private final World world;
  private final HistoryRecorder history;
  private final Alarm alarm = new Alarm();
  private final Ambush ambush = new Ambush();
  private final NodeInjector injector;
  private final Optional<ScheduledFaults> schedule;
  private final NodeRecovery recovery;
  private final List<Operators> operators = new ArrayList<>();
  private final Optional<Balancers> balancers;
  private final Optional<WholeQuorums> quorums;
  private long looks;

  /** Of partitions that move: the only thing that is real; gone at the end of the run. */
  private final Optional<Path> files;

  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final List<SimulatedClient> clients = new ArrayList<>();

  public NodeSimulation(NodeOptions options) {
    this.options = options;
    Timeline time = new Timeline();
    world = new World(options.seed(), options.nodes(), time, options.log(), new Counts());
    history = new HistoryRecorder(time::now);
    Links links = new Links(world);
    Cluster cluster = new Cluster(options.nodes(), options.founders(), options.groups());
    GroupNetworks networks = new GroupNetworks(world, links, cluster.groups());
    files = options.sees(Change.MOVES) ? Optional.of(temporary()) : Optional.empty();
    SimulatedRings rings = new SimulatedRings(world, cluster.state());
    Wires wires = new Wires(world, links, nodes, networks.of(0).network().giveUpMicros());
    Surroundings around =
        Surroundings.of(
            world,
            cluster,
            networks,
            wires,
            rings,
            alarm,
            options.disks(),
            files,
            options.sees(Change.ENDS),
            options.sees(Change.MEMBERS) ? FOUNDING_WAIT : 0,
            options.durability());
    for (int i = 0; i < options.nodes(); i++) {
      nodes.add(new SimulatedNode(world, i, around));
    }
    Workload workload = Workload.draw(world);
    Keys keys = new Keys(world, workload.keys(), (int) world.random("padding").spread(2, 2_000));
    for (int i = 0; i < workload.clients(); i++) {
      clients.add(client(i, workload, keys, cluster, rings, wires, links.clients()));
    }
    TakenGroups groups = around.groups();
    injector = new NodeInjector(world, links, networks, nodes, rings, groups, ambush);
    schedule =
        options
            .schedule()
            .map(
                settings ->
                    new ScheduledFaults(
                        world,
                        settings,
                        nodes,
                        new NodeHands(
                            world.counts(), links, networks.of(0), nodes, rings, groups)));
    for (Change change : Change.values()) {
      if (options.has(change)) {
        operators(change, groups).ifPresent(operators::add);
      }
    }
    balancers =
        options.has(Change.BALANCE)
            ? Optional.of(new Balancers(world, nodes, cluster.addresses(), wires, keys))
            : Optional.empty();
    quorums =
        options.sees(Change.MOVES)
            ? Optional.of(new WholeQuorums(nodes, groups))
            : Optional.empty();
    recovery =
        new NodeRecovery(
            world,
            nodes,
            links,
            networks,
            groups,
            injector,
            rings,
            new LastOperations(clients, keys),
            options.sees(Change.MOVES),
            balancers,
            this::runTo);
  }

  private Optional<Operators> operators(Change change, TakenGroups groups) {
    return switch (change) {
      case SPLITS -> Optional.of(new SplitsAndMerges(world, nodes, groups));
      case MOVES -> Optional.of(new MovesAndAborts(world, nodes, groups));
      case ENDS -> Optional.of(new Ends(world, nodes, groups));
      case BIRTHS -> Optional.of(new Births(world, nodes, groups));
      case MEMBERS -> Optional.of(new MemberChanges(world, nodes, groups));
      case BALANCE -> Optional.empty();
    };
  }

  /** In memory where there is such a place: disks take virtual time, and none must last. */
  private static Path temporary() {
    try {
      return Files.isWritable(MEMORY)
          ? Files.createTempDirectory(MEMORY, "zabdb-moves")
          : Files.createTempDirectory("zabdb-moves");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Some learn the ring from the configuration manager, some from the nodes. */
  private SimulatedClient client(
      int number,
      Workload workload,
      Keys keys,
      Cluster cluster,
      SimulatedRings rings,
      Wires wires,
      int host) {
    VirtualTimers timers = new VirtualTimers(world.time());
    Peers peers = new Peers(new SimulatedConnector(wires, host), timers);
    SeededRandom random = world.random("client.kind." + number);
    RingSource source =
        random.chance(0.5)
            ? rings.open()
            : new NodeRings(cluster.addresses(), true, peers, timers, QUIET_NANOS);
    List<String> entry = random.chance(0.2) ? cluster.addresses() : List.of();
    CallSettings settings =
        new CallSettings(TIMEOUT_NANOS, QUIET_NANOS, 16, 1 << 20, entry, ClientListener.NONE);
    return new SimulatedClient(
        world, number, workload, keys, history, settings, source, peers, ambush);
  }

  /** Runs to the end or to the first failure. */
  public NodeResult run() {
    Optional<Throwable> failure = Optional.empty();
    Verdict verdict = Verdict.INCONCLUSIVE;
    try {
      nodes.forEach(SimulatedNode::start);
      clients.forEach(SimulatedClient::start);
      injector.schedule(options.faults());
      operators.forEach(Operators::start);
      balancers.ifPresent(Balancers::start);
      runTo(options.safetyMicros());
      operators.forEach(Operators::stop);
      schedule.ifPresent(this::runWindows);
      recovery.run();
      verdict = judge(history.history());
      schedule.ifPresent(this::checkWindows);
    } catch (RuntimeException | AssertionError e) {
      failure = Optional.of(e);
    } finally {
      balancers.ifPresent(Balancers::stop);
      deleteFiles();
    }
    return new NodeResult(
        options,
        failure,
        world.time().now(),
        world.time().happened(),
        world.counts(),
        history.history(),
        verdict);
  }

  private void deleteFiles() {
    try {
      if (files.isPresent()) {
        DiskFiles.delete(files.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void runWindows(ScheduledFaults faults) {
    long end = world.time().now() + LONGEST_WINDOWS_MICROS;
    faults.start();
    while (!faults.isOver()) {
      if (world.time().now() >= end) {
        throw new Violation("ScheduleEnds", "the schedule of faults does not come to its end");
      }
      runTo(world.time().now() + LOOK_EVERY_MICROS);
    }
  }

  private void checkWindows(ScheduledFaults faults) {
    faults
        .run()
        .windows()
        .forEach(window -> world.counts().add("window: " + window.kind().words()));
    List<Answer> answers =
        history.history().operations().stream()
            .filter(operation -> operation.outcome() == Outcome.OK)
            .map(
                operation ->
                    new Answer(
                        !operation.function().equals("get"),
                        operation.invoked(),
                        operation.returned()))
            .toList();
    List<String> problems = WINDOWS.problems(faults.run(), answers);
    if (!problems.isEmpty()) {
      throw new Violation("Windows", String.join("; ", problems));
    }
  }

  private void runTo(long micros) {
    while (world.time().now() < micros) {
      world.time().runUntil(Math.min(micros, world.time().now() + LOOK_EVERY_MICROS));
      alarm.check();
      looks++;
      if (looks % LOOKS_A_CHECK == 0) {
        quorums.ifPresent(WholeQuorums::check);
      }
    }
  }

  private static Verdict judge(History seen) {
    CheckResult result = LinearizabilityChecker.check(seen, RegisterModel.map(), CHECKER_LIMITS);
    if (result.verdict() == Verdict.INVALID) {
      throw new Violation("Linearizable", result.failure().map(Explanation::of).orElse(""));
    }
    return result.verdict();
  }
}
