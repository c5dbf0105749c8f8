package io.zabdb.testkit.sim.fault;

import io.zabdb.core.group.Members;
import io.zabdb.testkit.sim.check.ClusterChecks;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.node.Node;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * An operator who wants other members: one more, one less, one in place of another, others
 * altogether, and sometimes all as it was, at once. Whoever leads is asked, by asking all. Those
 * that were removed drop what they have by the time, and may come back. Not thread-safe.
 */
final class MemberOperator {

  private static final int FEWEST = 3;
  private static final int MOST = 5;

  /** Of so many wishes, at one. */
  private static final int DROP_EVERY = 2;

  private final World world;
  private final List<Node> nodes;
  private final ClusterChecks checks;
  private long tokens;

  MemberOperator(World world, List<Node> nodes, ClusterChecks checks) {
    this.world = world;
    this.nodes = nodes;
    this.checks = checks;
  }

  void strike(Fault fault) {
    if (fault.strength() % DROP_EVERY == 0) {
      nodes.stream().filter(this::hasLeft).forEach(Node::drop);
    }
    long before = checks.configuration().last();
    long wanted =
        switch (fault.strength() % 10) {
          case 0, 1, 2, 3, 9 -> replaced(before, fault);
          case 4, 5 -> Long.bitCount(before) < MOST ? added(before, fault) : before;
          case 6, 7 -> Long.bitCount(before) > FEWEST ? removed(before, fault) : before;
          default -> moved(before, fault);
        };
    if (wanted != before) {
      ask(wanted);
      if (fault.strength() % 10 == 9) {
        ask(before);
      }
    }
  }

  /** It leads nobody, and its disk has counted and never will again. */
  private boolean hasLeft(Node node) {
    return node.isProcessUp()
        && !node.leads()
        && checks.roster().hasLeft(node.number(), node.disk().number(), checks.founders());
  }

  private void ask(long voters) {
    if (world.log().isOn()) {
      world.log().add(world.time().now(), "operator", "wants " + Long.toBinaryString(voters));
    }
    for (Node node : nodes) {
      tokens--;
      node.changeMembers(tokens, voters);
    }
  }

  private long added(long before, Fault fault) {
    int newcomer = next(fault.peer(), node -> isNewcomer(before, node));
    return newcomer < 0 ? before : Members.with(before, newcomer);
  }

  /** Whoever is down first. */
  private long removed(long before, Fault fault) {
    int down =
        next(
            fault.node(), node -> Members.contains(before, node) && !nodes.get(node).isProcessUp());
    int gone = down >= 0 ? down : next(fault.node(), node -> Members.contains(before, node));
    return Members.without(before, gone);
  }

  private long replaced(long before, Fault fault) {
    long more = added(before, fault);
    return more == before ? before : removed(before, fault) | (more & ~before);
  }

  private long moved(long before, Fault fault) {
    long others = 0;
    for (int i = 0; i < FEWEST; i++) {
      int newcomer = next(fault.peer(), isNewcomerBeside(before | others));
      others = newcomer < 0 ? others : Members.with(others, newcomer);
    }
    return Long.bitCount(others) == FEWEST ? others : before;
  }

  private IntPredicate isNewcomerBeside(long known) {
    return node -> isNewcomer(known, node);
  }

  private boolean isNewcomer(long known, int node) {
    return !Members.contains(known, node)
        && nodes.get(node).isProcessUp()
        && checks.roster().mayJoin(node, nodes.get(node).disk().number());
  }

  /** The first from a number on, round about; -1: none. */
  private int next(int from, IntPredicate wanted) {
    for (int i = 0; i < nodes.size(); i++) {
      int node = (from + i) % nodes.size();
      if (wanted.test(node)) {
        return node;
      }
    }
    return -1;
  }
}
