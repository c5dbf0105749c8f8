package io.zabdb.simulator.fault;

import io.zabdb.core.group.Roster;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.simulator.node.Voters;
import java.util.List;

/**
 * Whether all groups can do without what is on the disks of another node: a majority must remember.
 * A group that is being founded can spare nobody. Not thread-safe.
 */
final class Spare {

  private final List<SimulatedNode> nodes;
  private final TakenGroups groups;
  private final Voters voters;

  Spare(List<SimulatedNode> nodes, TakenGroups groups) {
    this.nodes = nodes;
    this.groups = groups;
    voters = new Voters(nodes, groups);
  }

  /** Whether a node may stay away for good. */
  boolean allowsDamage(SimulatedNode node) {
    return allows(node, true);
  }

  /** Whether a node may forget, and learn again. */
  boolean allowsLoss(SimulatedNode node) {
    return allows(node, false);
  }

  private boolean allows(SimulatedNode node, boolean forGood) {
    return !node.isCountedOn()
        && groups.all().stream().allMatch(group -> allows(node, group, forGood));
  }

  private boolean allows(SimulatedNode node, GroupConfig config, boolean forGood) {
    int group = config.id();
    if (hasEnded(group)) {
      return isNotedBesides(node, group);
    }
    boolean founds = config.nodes().contains(node.number());
    Roster agreed = voters.agreed(group);
    if (agreed.version() == 0 || agreed.isFounding()) {
      return !founds;
    }
    return !(founds && isLastFounder(node, config))
        && voters.possible(group).stream().allMatch(roster -> allows(node, group, roster, forGood));
  }

  /** By a roster that holds, or may come to hold. */
  private boolean allows(SimulatedNode node, int group, Roster roster, boolean forGood) {
    boolean counts = voters.remembers(node, group, roster);
    for (long set : voters.sets(group, roster)) {
      List<SimulatedNode> members = voters.nodes(group, set);
      int gone = 0;
      for (SimulatedNode each : members) {
        gone += voters.remembers(each, group, roster) ? 0 : 1;
      }
      int most = (members.size() - 1) / 2;
      boolean isMember = members.contains(node);
      if (gone + (isMember && counts ? 1 : 0) > most || (isMember && forGood && !counts)) {
        return false;
      }
    }
    return true;
  }

  /**
   * If all founders forget, they found the group anew, whatever others know that have joined
   * (decision 43).
   */
  private boolean isLastFounder(SimulatedNode node, GroupConfig config) {
    return nodes.stream()
        .filter(other -> other != node && config.nodes().contains(other.number()))
        .noneMatch(other -> !other.isLost() && remembers(other, config.id()));
  }

  /** Whether it founds no group of this number, since it has something of it, or has had. */
  private static boolean remembers(SimulatedNode node, int group) {
    return node.logged(group).version() > 0 || !node.mayFound(group);
  }

  private boolean hasEnded(int group) {
    return nodes.stream().anyMatch(each -> each.hasLeft(group));
  }

  /**
   * Who forgets that a group has ended must hear it again. A note that was written, and of which
   * the process was not told, goes with what it writes next.
   */
  private boolean isNotedBesides(SimulatedNode node, int group) {
    return nodes.stream()
        .filter(each -> each != node && !each.isLost() && each.hasLeft(group))
        .anyMatch(each -> each.process() == null || each.process().knowsEnd(group));
  }
}
