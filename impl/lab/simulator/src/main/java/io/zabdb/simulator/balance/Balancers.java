package io.zabdb.simulator.balance;

import io.zabdb.balance.move.MoveRules;
import io.zabdb.balancer.GroupRules;
import io.zabdb.balancer.LoadRules;
import io.zabdb.balancer.PartitionRules;
import io.zabdb.simulator.client.AdminClient;
import io.zabdb.simulator.client.Keys;
import io.zabdb.simulator.client.Wires;
import io.zabdb.simulator.node.NodeProcess;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Who balances the store. The seat goes from node to node, and who had it may go on for a while;
 * operators change their mind about which node is to leave. Not thread-safe.
 */
public final class Balancers {

  private static final long SHORTEST_MICROS = 2_000_000;
  private static final long LONGEST_MICROS = 30_000_000;
  private static final long LATE_MICROS = 5_000_000;

  /** How often it is looked whether the seat is free. */
  private static final long LOOK_MICROS = 200_000;

  private static final double OF_NODES_LEAVE = 0.4;
  private static final double GIVES_UP = 0.3;

  /**
   * In virtual milliseconds: shorter than usual, so that a run sees it; no partition moves twice.
   */
  private static final long DEAD = 15_000;

  private static final MoveRules MOVES = new MoveRules(10, 5, 1, 90, 3_600_000, 1_000, 5_000);

  private final World world;
  private final SeededRandom random;
  private final List<SimulatedNode> nodes;
  private final List<String> addresses;
  private final Wires wires;
  private final Keys keys;
  private final double nodeHits;
  private final long mostBytes;

  /** All that began and may not be over. */
  private final List<SimulatedBalancer> running = new ArrayList<>();

  private Set<Integer> leaving = Set.of();
  private long next;
  private int begun;
  private boolean isSettling;
  private boolean stopped;

  /** Null: nobody has the seat. */
  private SimulatedBalancer seated;

  /**
   * @param addresses of the nodes, where clients reach them
   * @param wires to them
   * @param keys that clients use
   */
  public Balancers(
      World world, List<SimulatedNode> nodes, List<String> addresses, Wires wires, Keys keys) {
    this.world = world;
    this.nodes = nodes;
    this.addresses = List.copyOf(addresses);
    this.wires = wires;
    this.keys = keys;
    random = world.random("balancers");
    nodeHits = random.spread(20, 1_000);
    mostBytes = random.spread(20_000, 1_000_000);
  }

  /** Begins; goes on until it is stopped. */
  public void start() {
    world.time().after(LOOK_MICROS, this::look);
  }

  private void look() {
    if (stopped) {
      return;
    }
    running.removeIf(SimulatedBalancer::isOver);
    boolean isFree = seated == null || seated.isOver();
    if (isFree || (!isSettling && world.time().now() >= next)) {
      pass();
    }
    start();
  }

  /** The seat goes to any node that runs. */
  private void pass() {
    int node = random.below(nodes.size());
    NodeProcess process = nodes.get(node).process();
    if (process == null || running.stream().anyMatch(each -> each.isOn(node))) {
      return;
    }
    if (seated != null && !seated.isOver()) {
      SimulatedBalancer before = seated;
      world.time().after(random.chance(0.5) ? 0 : random.below(LATE_MICROS), before::loseSeat);
    }
    if (!isSettling) {
      leaving = random.chance(OF_NODES_LEAVE) ? Set.of(random.below(nodes.size())) : Set.of();
    }
    next = world.time().now() + random.spread(SHORTEST_MICROS, LONGEST_MICROS);
    begun++;
    seated =
        new SimulatedBalancer(
            world,
            node,
            process,
            rules(),
            new AdminClient(world, "balancer." + begun, wires, node, addresses.get(node)));
    running.add(seated);
    if (running.stream().filter(each -> !each.isOver()).count() > 1) {
      world.counts().add("balancer: two at a time");
    }
    world.counts().add("balancer: begun");
    seated.start();
    if (!isSettling && random.chance(GIVES_UP)) {
      beginInVain(random.below(nodes.size()));
    }
  }

  /** Of the last group that any node has. */
  private void beginInVain(int newcomer) {
    nodes.stream()
        .map(SimulatedNode::process)
        .filter(Objects::nonNull)
        .flatMap(process -> process.drivers().keySet().stream())
        .reduce((one, other) -> other)
        .ifPresent(group -> seated.beginInVain(newcomer, group));
  }

  private LoadRules rules() {
    return new LoadRules(
        nodeHits,
        MOVES,
        new PartitionRules(true, mostBytes),
        GroupRules.usual(false, DEAD, leaving));
  }

  /** From now on nobody changes their mind, clients neither, and who has the seat keeps it. */
  public void settle() {
    keys.stay();
    isSettling = true;
  }

  /** What is not as it should be yet; empty: all is. */
  public String unsettled() {
    if (seated == null || seated.isOver()) {
      return "nobody has the seat";
    }
    return seated.isSettled(nodes.size()) ? "" : seated.toString();
  }

  /** The nodes that are to be in no group. */
  public Set<Integer> leaving() {
    return leaving;
  }

  /** All end; what was begun goes on. */
  public void stop() {
    stopped = true;
    running.forEach(SimulatedBalancer::end);
    running.clear();
  }
}
