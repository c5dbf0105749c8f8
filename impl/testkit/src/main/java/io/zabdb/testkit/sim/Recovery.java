package io.zabdb.testkit.sim;

import io.zabdb.core.group.Settings.Timing;
import io.zabdb.testkit.sim.check.Bounds;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.client.Clients;
import io.zabdb.testkit.sim.client.Workload;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.fault.Injector;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.network.Network;
import io.zabdb.testkit.sim.node.Clock;
import io.zabdb.testkit.sim.node.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a run: faults stop for a quorum, whose members have power, reach each other and the
 * clients, and have disks and clocks in good order. The others stay as they are, and cut off.
 * Within {@link Bounds} the quorum must have a leader, answer all that was asked and all that is
 * asked now, and agree.
 */
final class Recovery {

  private final World world;
  private final List<Node> nodes;
  private final Links links;
  private final Network network;
  private final Datagrams datagrams;
  private final Injector injector;
  private final Clients clients;
  private final Workload workload;
  private final ClusterChecks checks;
  private List<Node> healthy = List.of();

  Recovery(
      World world,
      List<Node> nodes,
      Links links,
      Network network,
      Datagrams datagrams,
      Injector injector,
      Clients clients,
      Workload workload,
      ClusterChecks checks) {
    this.world = world;
    this.nodes = nodes;
    this.links = links;
    this.network = network;
    this.datagrams = datagrams;
    this.injector = injector;
    this.clients = clients;
    this.workload = workload;
    this.checks = checks;
  }

  void run() {
    heal();
    Bounds bounds = bounds();
    pass(bounds.election());
    checkLeader();
    clients.stop();
    pass(bounds.operation());
    checkAnswered("what was asked before");
    clients.writeOnce();
    pass(bounds.operation());
    checkAnswered("a write");
    clients.readOnce();
    pass(bounds.operation());
    checkAnswered("a read");
    checkConverged();
  }

  private void pass(long micros) {
    world.time().runUntil(world.time().now() + micros);
  }

  // -- healing

  private void heal() {
    injector.stop();
    nodes.forEach(node -> node.ambush().clear());
    healthy = chooseHealthy();
    if (world.log().isOn()) {
      String names = healthy.stream().map(node -> "n" + node.number()).toList().toString();
      world.log().add(world.time().now(), "faults", "stop for " + names);
    }
    links.heal();
    datagrams.heal();
    for (Node node : nodes) {
      if (healthy.contains(node)) {
        mend(node);
      } else {
        cutOff(node);
      }
    }
    network.resume();
  }

  /** A quorum or more, without those whose disks are damaged. */
  private List<Node> chooseHealthy() {
    SeededRandom random = world.random("recovery");
    List<Node> chosen = new ArrayList<>();
    for (Node node : nodes) {
      if (!node.isLost() && !node.disk().isRotten()) {
        chosen.add(node);
      }
    }
    while (chosen.size() > world.quorum() && random.chance(0.5)) {
      chosen.remove(random.below(chosen.size()));
    }
    return chosen;
  }

  private void mend(Node node) {
    node.disk().speed().heal();
    node.disk().resume();
    node.clock().heal();
    node.resume();
    node.start();
  }

  private void cutOff(Node node) {
    for (int other = 0; other <= links.clients(); other++) {
      if (other != node.number()) {
        links.cut(node.number(), other, 1);
        links.cut(other, node.number(), 1);
      }
    }
  }

  private Bounds bounds() {
    long write = 0;
    for (Node node : healthy) {
      write = Math.max(write, node.disk().speed().greatestMicros());
    }
    return Bounds.of(
        Timing.DEFAULT,
        world.nodes(),
        Clock.TICK_MICROS * (1000 + Clock.USUAL_SKEW) / 1000,
        links.greatestDelay(),
        write,
        workload.attemptMicros(),
        Network.GIVE_UP_MICROS);
  }

  // -- what must have happened

  private void checkLeader() {
    long leaders = healthy.stream().filter(node -> node.replica().leads() > 0).count();
    if (leaders != 1) {
      throw new Violation("LeaderInTime", leaders + " leaders are established: " + states());
    }
    long epoch = healthy.stream().mapToLong(node -> node.replica().leads()).max().orElseThrow();
    if (!healthy.stream().allMatch(node -> node.replica().takesPartIn() == epoch)) {
      throw new Violation("LeaderInTime", "not all follow in epoch " + epoch + ": " + states());
    }
  }

  private void checkAnswered(String what) {
    List<String> pending = clients.pending();
    if (!pending.isEmpty()) {
      throw new Violation("AnsweredInTime", what + " is not answered: " + pending);
    }
    for (Node node : healthy) {
      if (!node.unanswered().isEmpty()) {
        throw new Violation(
            "AnsweredInTime", "n" + node.number() + " does not answer " + node.unanswered());
      }
    }
  }

  private void checkConverged() {
    for (Node node : healthy) {
      if (node.applied() != checks.agreedLength()
          || node.stateHash() != healthy.get(0).stateHash()) {
        throw new Violation(
            "ConvergedInTime",
            String.format(
                "n%d has applied %d of %d entries",
                node.number(), node.applied(), checks.agreedLength()));
      }
    }
  }

  private String states() {
    return nodes.stream()
        .filter(Node::isProcessUp)
        .map(node -> node.replica().toString())
        .toList()
        .toString();
  }
}
