package io.zabdb.testkit.sim.fault;

import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.node.Node;
import io.zabdb.testkit.sim.node.WallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Wall clocks that are set to anything, and set right again. In a run at most a minority of them
 * ever goes wrong: nothing is promised of time beyond that.
 */
final class WrongClocks {

  private static final long MILLIONTHS = 1_000_000;

  private final World world;
  private final List<Node> nodes;

  /** By the number of the fault. */
  private final Map<Integer, Node> wrong = new TreeMap<>();

  WrongClocks(World world, List<Node> nodes) {
    this.world = world;
    this.nodes = nodes;
  }

  /** Returns whether a clock went wrong. */
  boolean strike(Fault fault) {
    Node target = nodes.get(fault.node());
    if (fault.kind() == FaultKind.LEADERS_CLOCK) {
      target = nodes.stream().filter(Node::leads).findFirst().orElse(null);
    }
    if (target == null || !maySpare(target)) {
      return false;
    }
    wrong.put(fault.number(), target);
    set(target.wall(), fault);
    return true;
  }

  private boolean maySpare(Node target) {
    List<Node> bad = new ArrayList<>(nodes);
    bad.removeIf(node -> node.wall().wasAlwaysRight());
    return bad.contains(target) || bad.size() < world.nodes() - world.quorum();
  }

  private static void set(WallClock clock, Fault fault) {
    int strength = fault.strength();
    long days = TimeUnit.DAYS.toMillis(1 + strength % 30);
    switch (strength % 6) {
      case 0 -> clock.set(days, 0);
      case 1 -> clock.set(-days, 0);
      case 2 -> clock.set(2L * strength, 0);
      case 3 -> clock.set(-2L * strength, 0);
      case 4 -> clock.set(0, strength * MILLIONTHS);
      default -> clock.set(strength, -MILLIONTHS);
    }
  }

  /** A fault ends: its clock is set right, unless it is wrong for another one, too. */
  void end(Fault fault) {
    Node target = wrong.remove(fault.number());
    if (target != null && !wrong.containsValue(target)) {
      target.wall().heal();
    }
  }
}
