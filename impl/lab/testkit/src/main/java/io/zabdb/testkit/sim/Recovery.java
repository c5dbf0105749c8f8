package io.zabdb.testkit.sim;

import io.zabdb.core.group.Settings.Timing;
import io.zabdb.testkit.sim.check.Bounds;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.check.MemberChecks;
import io.zabdb.testkit.sim.client.Clients;
import io.zabdb.testkit.sim.client.Workload;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.fault.Forgetting;
import io.zabdb.testkit.sim.fault.Injector;
import io.zabdb.testkit.sim.network.ClockNews;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.network.Network;
import io.zabdb.testkit.sim.node.Clock;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.node.WallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The end of a run: faults stop for a quorum, whose members have power, reach each other and the
 * clients, and have disks and clocks in good order. The others stay as they are, and cut off.
 * Within {@link Bounds} the quorum must have a leader, answer all that was asked and all that is
 * asked now, and agree.
 */
final class Recovery {

  /** A majority has forgotten, and the rest waits for it in vain. */
  static final String STOPPED = "recovery: stopped for good, a majority has forgotten";

  private static final long LOOK_EVERY_MICROS = 50_000;

  private final World world;
  private final List<Node> nodes;
  private final Links links;
  private final Network network;
  private final Datagrams datagrams;
  private final ClockNews news;
  private final Injector injector;
  private final Clients clients;
  private final Workload workload;
  private final ClusterChecks checks;
  private final Forgetting forgetting;
  private final boolean hasTime;
  private final boolean setsClocks;
  private List<Node> healthy = List.of();

  Recovery(
      World world,
      List<Node> nodes,
      Links links,
      Network network,
      Datagrams datagrams,
      ClockNews news,
      Injector injector,
      Clients clients,
      Workload workload,
      ClusterChecks checks,
      boolean hasTime) {
    this.world = world;
    this.nodes = nodes;
    this.links = links;
    this.network = network;
    this.datagrams = datagrams;
    this.news = news;
    this.injector = injector;
    this.clients = clients;
    this.workload = workload;
    this.checks = checks;
    forgetting = new Forgetting(nodes, checks);
    this.hasTime = hasTime;
    setsClocks = world.random("recovery.clocks").chance(0.5);
  }

  void run() {
    heal();
    Bounds bounds = bounds();
    if (!canGoOn()) {
      if (!mayHaveForgotten()) {
        throw new Violation("CanGoOn", "no quorum is left, but no majority has forgotten");
      }
      world.counts().add(STOPPED);
      world.time().runUntil(world.time().now() + bounds.election());
      clients.stop();
      return;
    }
    await("LeaderInTime", bounds.election(), this::withoutLeader);
    await("ChangeEndsInTime", bounds.operation(), this::unchanged);
    clients.stop();
    await("AnsweredInTime", bounds.operation(), this::unanswered);
    clients.writeOnce();
    await("AnsweredInTime", bounds.operation(), this::unanswered);
    clients.readOnce();
    await("AnsweredInTime", bounds.operation(), this::unanswered);
    await("ConvergedInTime", bounds.operation(), this::notConverged);
    TimeRecovery time = new TimeRecovery(world, healthy);
    if (hasTime && time.isPromised()) {
      time.awaitNews();
      await("ClocksInTime", bounds.operation(), time::wrong);
      long asked = WallClock.truth(world);
      clients.writeOnce();
      await("AnsweredInTime", bounds.operation(), this::unanswered);
      await("ConvergedInTime", bounds.operation(), this::notConverged);
      time.checkGoesOn(asked);
    }
  }

  /**
   * Lets time pass until nothing is wrong any more.
   *
   * @param bound how long it may take, in microseconds
   * @param wrong says what is wrong; empty if nothing is
   */
  private void await(String property, long bound, Supplier<String> wrong) {
    long end = world.time().now() + bound;
    String problem = wrong.get();
    while (!problem.isEmpty()) {
      if (world.time().now() >= end) {
        throw new Violation(property, problem);
      }
      world.time().runUntil(Math.min(end, world.time().now() + LOOK_EVERY_MICROS));
      problem = wrong.get();
    }
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
    news.heal();
    for (Node node : nodes) {
      if (healthy.contains(node)) {
        mend(node);
      } else {
        cutOff(node);
      }
    }
    network.resume();
    network.hurry();
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
    while (random.chance(0.5)) {
      Node left = chosen.get(random.below(chosen.size()));
      chosen.remove(left);
      if (!isEnough(chosen)) {
        chosen.add(left);
        return chosen;
      }
    }
    return chosen;
  }

  /**
   * A quorum of disks that count; all members, as long as the group may have been founded by
   * nobody.
   */
  private boolean isEnough(List<Node> chosen) {
    boolean numbered = nodes.get(0).disk().number() > 0;
    return (numbered && !checks.isFounded())
        ? chosen.containsAll(nodes.subList(0, world.founders()))
        : forgetting.canGoOn(chosen);
  }

  /**
   * A majority at once; or, where members change, of those that are to vote: a leader may count on
   * a newcomer that has just lost its disk.
   */
  private boolean mayHaveForgotten() {
    return world.counts().of("fault: " + FaultKind.REPLACE_MAJORITY) > 0
        || (world.counts().of(MemberChecks.JOINED) > 0
            && world.counts().of("fault: " + FaultKind.REPLACE_DISK) > 0);
  }

  private boolean canGoOn() {
    return isEnough(healthy);
  }

  private void mend(Node node) {
    if (setsClocks) {
      node.wall().heal();
    }
    node.disk().heal();
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
    Bounds bounds =
        Bounds.of(
            Timing.DEFAULT,
            world.nodes(),
            Clock.TICK_MICROS * (1000 + Clock.USUAL_SKEW) / 1000,
            links.greatestDelay(),
            write,
            workload.attemptMicros(),
            network.giveUpMicros());
    // A leader with a bad clock tries to hand over, and admits nothing while it waits for a member
    // whose connection looks alive.
    return hasTime
        ? new Bounds(bounds.election(), bounds.operation() + network.giveUpMicros())
        : bounds;
  }

  // -- what may still be wrong

  /** Those that vote; of others nothing is promised. */
  private List<Node> voters() {
    return healthy.stream().filter(node -> checks.configuration().includes(node.number())).toList();
  }

  private String withoutLeader() {
    long leaders = voters().stream().filter(node -> node.replica().leads() > 0).count();
    long epochs =
        voters().stream().mapToLong(node -> node.replica().takesPartIn()).distinct().count();
    return leaders == 1 && epochs == 1 ? "" : "no leader whom all follow: " + states();
  }

  /** A change that has begun ends, and a leader that was removed leaves. */
  private String unchanged() {
    return checks.configuration().isJoint()
        ? "members are still " + checks.configuration()
        : withoutLeader();
  }

  private String unanswered() {
    List<String> pending = new ArrayList<>(clients.pending());
    for (Node node : healthy) {
      if (!node.unanswered().isEmpty()) {
        pending.add("n" + node.number() + " owes answers to " + node.unanswered());
      }
    }
    return String.join(", ", pending);
  }

  private String notConverged() {
    for (Node node : voters()) {
      if (node.applied() != checks.agreedLength()) {
        return String.format(
            "n%d has applied %d of %d entries",
            node.number(), node.applied(), checks.agreedLength());
      }
      Node first = voters().get(0);
      if (node.stateHash() != first.stateHash()) {
        return "n" + node.number() + " has another state than n" + first.number();
      }
    }
    return "";
  }

  private String states() {
    return nodes.stream()
        .filter(Node::isProcessUp)
        .map(node -> node.replica().toString())
        .toList()
        .toString();
  }
}
