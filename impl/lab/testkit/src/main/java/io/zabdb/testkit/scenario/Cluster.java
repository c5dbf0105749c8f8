package io.zabdb.testkit.scenario;

import io.zabdb.core.group.Settings;
import io.zabdb.core.group.Settings.Limits;
import io.zabdb.core.group.Settings.Timing;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.check.TimeChecks;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.ClockNews;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.network.Network;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.node.Replicas;
import io.zabdb.testkit.sim.node.Surroundings;
import io.zabdb.testkit.sim.node.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The simulated group of a scenario, and its virtual time. Not thread-safe. */
final class Cluster {

  /** How often a condition is looked at while time passes. */
  private static final long LOOK_MICROS = 1_000;

  final World world;
  final Links links;
  final Network network;
  final Calls calls;
  final List<Node> nodes = new ArrayList<>();

  Cluster(Scenario scenario, Replicas replicas, EventLog log) {
    world = new World(scenario.seed(), scenario.nodes(), new Timeline(), log, new Counts());
    links = new Links(world);
    network = new Network(world, links);
    calls = new Calls(world, links, nodes);
    Surroundings around =
        new Surroundings(
            network,
            new Datagrams(world, links),
            new ClusterChecks(world),
            calls,
            replicas,
            scenario.sessions(),
            new ClockNews(world, links),
            Times.STANDARD,
            new TimeChecks(world, nodes));
    for (int i = 0; i < scenario.nodes(); i++) {
      Settings settings =
          new Settings(
              i, scenario.nodes(), 0, Timing.DEFAULT, Limits.DEFAULT, TransferSettings.DEFAULT);
      nodes.add(new Node(world, settings, around, Node.FIRST_DISK));
    }
  }

  void start() {
    nodes.forEach(Node::start);
  }

  /** Lets time pass, in microseconds. */
  void pass(long micros) {
    world.time().runUntil(world.time().now() + micros);
  }

  /** Lets time pass until the condition holds, for so many microseconds at most. */
  boolean within(long micros, BooleanSupplier condition) {
    long deadline = world.time().now() + micros;
    while (!condition.getAsBoolean()) {
      if (world.time().now() >= deadline) {
        return false;
      }
      pass(Math.min(LOOK_MICROS, deadline - world.time().now()));
    }
    return true;
  }

  /** The epoch that a node leads, established; 0: none. */
  long leads(int node) {
    return nodes.get(node).isProcessUp() ? nodes.get(node).replica().leads() : 0;
  }

  /** The epoch in which a node takes part as leader or follower; 0: none. */
  long epoch(int node) {
    return nodes.get(node).isProcessUp() ? nodes.get(node).replica().takesPartIn() : 0;
  }

  /** Who leads the newest epoch, or -1; another may not have heard of its end yet. */
  int leader() {
    int leader = -1;
    for (int node = 0; node < nodes.size(); node++) {
      if (leads(node) > (leader < 0 ? 0 : leads(leader))) {
        leader = node;
      }
    }
    return leader;
  }
}
