package io.zabdb.testkit.sim.fault;

import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Datagrams;
import io.zabdb.testkit.sim.network.Links;
import io.zabdb.testkit.sim.network.Network;
import io.zabdb.testkit.sim.node.Ambush;
import io.zabdb.testkit.sim.node.Node;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Carries out the faults of a schedule, until it is told to stop. Not thread-safe. */
public final class Injector {

  private final World world;
  private final Links links;
  private final Network network;
  private final Datagrams datagrams;
  private final List<Node> nodes;
  private final ClusterChecks checks;
  private final Map<Integer, Chaos> chaoses = new TreeMap<>();
  private final WrongClocks wrongClocks;
  private final MemberOperator operator;
  private final Forgetting forgetting;
  private boolean stopped;

  public Injector(
      World world,
      Links links,
      Network network,
      Datagrams datagrams,
      List<Node> nodes,
      ClusterChecks checks) {
    this.checks = checks;
    this.world = world;
    this.links = links;
    this.network = network;
    this.datagrams = datagrams;
    this.nodes = nodes;
    wrongClocks = new WrongClocks(world, nodes);
    operator = new MemberOperator(world, nodes, checks);
    forgetting = new Forgetting(nodes, checks);
  }

  /** Schedules all of them. */
  public void schedule(List<Fault> faults) {
    for (Fault fault : faults) {
      world.time().at(fault.time(), () -> begin(fault));
    }
  }

  /** No fault begins any more, nor ends: who stops them makes everything whole himself. */
  public void stop() {
    stopped = true;
    chaoses.values().forEach(Chaos::end);
  }

  private void begin(Fault fault) {
    if (stopped) {
      return;
    }
    if (world.log().isOn()) {
      world.log().add(world.time().now(), "fault", fault.toString());
    }
    if (strike(fault)) {
      world.counts().add("fault: " + fault.kind());
    }
    if (fault.kind().isLasting()) {
      world.time().after(fault.duration(), () -> end(fault));
    }
  }

  private void end(Fault fault) {
    if (!stopped) {
      if (world.log().isOn()) {
        world.log().add(world.time().now(), "fault", "#" + fault.number() + " ends");
      }
      undo(fault);
    }
  }

  /** Returns whether it had any effect at once. */
  private boolean strike(Fault fault) {
    Node node = nodes.get(fault.node());
    boolean wasUp = node.isProcessUp();
    switch (fault.kind()) {
      case CUT_LINK, MUTE, DEAF, ISOLATE, SPLIT -> cut(fault, 1);
      case BREAK_CONNECTION -> network.breakBetween(fault.node(), fault.peer());
      case STALE_VIEW -> beginStaleView(fault);
      case SLOW_LINK -> links.slow(fault.node(), fault.peer(), 3 * delayOf(fault));
      case SLOW_READER -> throttle(fault, gapOf(fault));
      case JITTER -> links.jitter(delayOf(fault));
      case LOSE_DATAGRAMS -> datagrams.lose(shareOf(fault));
      case DOUBLE_DATAGRAMS -> datagrams.repeat(shareOf(fault));
      case DELAY_DATAGRAMS -> datagrams.delay(shareOf(fault));
      case POWER_LOSS -> node.losePower();
      case POWER_LOSS_OF_ALL -> nodes.forEach(Node::losePower);
      case KILL -> node.kill();
      case RESTART -> {
        node.kill();
        node.start();
      }
      case AMBUSH -> node.ambush().set(momentOf(fault), fault.strength() % 2 == 0);
      case PAUSE -> node.pause();
      case SLOW_DISK -> node.disk().speed().slow(delayOf(fault));
      case FULL_DISK -> node.disk().speed().fill(1);
      case SYNC_FAILURE -> node.disk().failNextSync();
      case ROT -> {
        return rot(fault);
      }
      case REPLACE_DISK -> {
        return replaceDisk(node);
      }
      case REPLACE_MAJORITY -> {
        return replaceMajority(fault);
      }
      case CLOCK_SKEW -> node.clock().skew(skewOf(fault));
      case CLOCK_JUMP -> node.clock().jump(1 + fault.strength() / 10);
      case WRONG_CLOCK, LEADERS_CLOCK -> {
        return wrongClocks.strike(fault);
      }
      case PRESSURE -> node.compactor().press(1 + fault.strength() / 150);
      case ILLNESS -> node.fallIll(1);
      case TRANSFER -> {
        int target = fault.strength() > 800 ? -1 : fault.node();
        nodes.forEach(any -> any.give(new Input.TransferRequested(target)));
      }
      case CHANGE_MEMBERS -> operator.strike(fault);
      case POLICY_CHANGE -> {
        TransferPolicy[] policies = TransferPolicy.values();
        TransferPolicy policy = policies[fault.strength() % policies.length];
        nodes.forEach(any -> any.give(new Input.PolicyChanged(policy)));
      }
      case CHAOTIC_ELECTION -> {
        Chaos chaos = new Chaos(world, nodes, fault);
        chaoses.put(fault.number(), chaos);
        chaos.start();
      }
      case STEP_DOWN -> node.give(new Input.StepDownRequested());
      case CHECKPOINT -> node.takeCheckpoint();
    }
    return wasUp;
  }

  private void undo(Fault fault) {
    Node node = nodes.get(fault.node());
    switch (fault.kind()) {
      case CUT_LINK, MUTE, DEAF, ISOLATE, SPLIT -> {
        cut(fault, -1);
        network.resume();
      }
      case STALE_VIEW -> {
        slowSomeTo(fault, -latenessOf(fault));
        cutFrom(fault.node(), -1);
        network.resume();
      }
      case SLOW_LINK -> links.slow(fault.node(), fault.peer(), -3 * delayOf(fault));
      case SLOW_READER -> {
        throttle(fault, -gapOf(fault));
        network.hurry();
      }
      case JITTER -> links.jitter(-delayOf(fault));
      case LOSE_DATAGRAMS -> datagrams.lose(-shareOf(fault));
      case DOUBLE_DATAGRAMS -> datagrams.repeat(-shareOf(fault));
      case DELAY_DATAGRAMS -> datagrams.delay(-shareOf(fault));
      case POWER_LOSS, KILL, REPLACE_DISK -> node.start();
      case REPLACE_MAJORITY -> nodes.forEach(this::startSoon);
      case POWER_LOSS_OF_ALL -> nodes.forEach(this::startSoon);
      case PAUSE -> node.resume();
      case SLOW_DISK -> node.disk().speed().slow(-delayOf(fault));
      case FULL_DISK -> {
        node.disk().speed().fill(-1);
        node.disk().resume();
      }
      case CLOCK_SKEW -> node.clock().skew(-skewOf(fault));
      case WRONG_CLOCK, LEADERS_CLOCK -> wrongClocks.end(fault);
      case ILLNESS -> node.fallIll(-1);
      case CHAOTIC_ELECTION -> chaoses.remove(fault.number()).end();
      default -> throw new IllegalStateException(fault.kind() + " has no end");
    }
  }

  private void startSoon(Node node) {
    // Machines that lost power together do not come back in the same microsecond.
    world.time().after(node.number() * 30_000L, node::start);
  }

  private void beginStaleView(Fault fault) {
    slowSomeTo(fault, latenessOf(fault));
    world
        .time()
        .after(
            fault.duration() / 2,
            () -> {
              if (!stopped) {
                cutFrom(fault.node(), 1);
              }
            });
  }

  private void cut(Fault fault, int change) {
    int hosts = nodes.size();
    switch (fault.kind()) {
      case CUT_LINK -> links.cut(fault.node(), fault.peer(), change);
      case MUTE -> cutFrom(fault.node(), change);
      case DEAF -> cutTo(fault.node(), change);
      case ISOLATE -> {
        cutFrom(fault.node(), change);
        cutTo(fault.node(), change);
        if (fault.strength() > 500) {
          cutBoth(fault.node(), links.clients(), change);
        }
      }
      default -> {
        for (int a = 0; a < hosts; a++) {
          for (int b = 0; b < a; b++) {
            if (side(fault, a) != side(fault, b)) {
              cutBoth(a, b, change);
            }
          }
        }
      }
    }
  }

  private void throttle(Fault fault, long change) {
    for (Node other : nodes) {
      if (other.number() != fault.node()) {
        links.throttle(other.number(), fault.node(), change);
      }
    }
  }

  /** From a node to all others. */
  private void cutFrom(int node, int change) {
    for (Node other : nodes) {
      if (other.number() != node) {
        links.cut(node, other.number(), change);
      }
    }
  }

  /** From all others to a node. */
  private void cutTo(int node, int change) {
    for (Node other : nodes) {
      if (other.number() != node) {
        links.cut(other.number(), node, change);
      }
    }
  }

  /** From so many others to a node, the peer first, that the rest still make a quorum with it. */
  private void slowSomeTo(Fault fault, long change) {
    int left = world.nodes() - world.quorum();
    for (int from = fault.peer(); left > 0; from = (from + 1) % nodes.size()) {
      if (from != fault.node()) {
        links.slow(from, fault.node(), change);
        left--;
      }
    }
  }

  private void cutBoth(int a, int b, int change) {
    links.cut(a, b, change);
    links.cut(b, a, change);
  }

  /** On which side of a split a node is; the target and its peer are on different ones. */
  private static boolean side(Fault fault, int node) {
    if (node == fault.node() || node == fault.peer()) {
      return node == fault.node();
    }
    return (fault.strength() >> node & 1) == 1;
  }

  /**
   * Rots a record unless so many nodes are damaged, or learn, that no more can be spared; a group
   * that is being founded can spare nobody.
   */
  private boolean rot(Fault fault) {
    boolean settled = nodes.get(0).disk().number() == 0 || checks.isFounded();
    return settled
        && forgetting.spare() > 0
        && nodes
            .get(fault.node())
            .disk()
            .rot(new SeededRandom(world.seed(), "rot." + fault.number()));
  }

  /** Unless that would be more than the group can spare, or there is nothing to forget yet. */
  private boolean replaceDisk(Node node) {
    if (!checks.isFounded() || node.disk().number() == 0 || !forgetting.mayForget(node)) {
      return false;
    }
    node.replaceDisk();
    return true;
  }

  /** At once, of all but one or two, so that a majority has forgotten, and somebody has not. */
  private boolean replaceMajority(Fault fault) {
    if (!checks.isFounded()) {
      return false;
    }
    boolean another = nodes.size() > 3 && fault.strength() > 500;
    Predicate<Node> stays =
        node -> node.number() == fault.node() || (another && node.number() == fault.peer());
    // If nobody remembered, the group would be a new one.
    if (nodes.stream().noneMatch(stays.and(node -> checks.isWhole(node.number())))) {
      return false;
    }
    nodes.stream().filter(stays.negate()).forEach(Node::replaceDisk);
    return true;
  }

  /** Up to some hundred milliseconds, in microseconds. */
  private static long delayOf(Fault fault) {
    return (long) fault.strength() * fault.strength() / 3;
  }

  /** Up to 100 milliseconds, in microseconds. */
  private static long gapOf(Fault fault) {
    return (long) fault.strength() * fault.strength() / 10;
  }

  /** From 0.3 to 1 s, in microseconds. */
  private static long latenessOf(Fault fault) {
    return 300_000 + fault.strength() * 700L;
  }

  private static double shareOf(Fault fault) {
    return fault.strength() / 1000.0;
  }

  /** From half as long to three times as long, in thousandths. */
  private static long skewOf(Fault fault) {
    return fault.strength() <= 300 ? -fault.strength() * 2L : fault.strength() * 2L;
  }

  private static Ambush.Moment momentOf(Fault fault) {
    Ambush.Moment[] moments = Ambush.Moment.values();
    return moments[fault.strength() / 2 % moments.length];
  }
}
