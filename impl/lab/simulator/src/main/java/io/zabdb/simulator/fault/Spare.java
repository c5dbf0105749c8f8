package io.zabdb.simulator.fault;

import io.zabdb.core.group.Roster;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.simulator.disk.SimulatedDisk;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import java.util.Comparator;
import java.util.List;

/**
 * Whether all groups can do without what is on the disks of another node: a majority must remember.
 * A group that is being founded can spare nobody. Not thread-safe.
 */
final class Spare {

  private final List<SimulatedNode> nodes;
  private final TakenGroups groups;

  Spare(List<SimulatedNode> nodes, TakenGroups groups) {
    this.nodes = nodes;
    this.groups = groups;
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
    return groups.all().stream().allMatch(group -> allows(node, group, forGood));
  }

  private boolean allows(SimulatedNode node, GroupConfig config, boolean forGood) {
    int group = config.id();
    if (hasEnded(group)) {
      return isNotedBesides(node, group);
    }
    List<SimulatedNode> founders =
        nodes.stream().filter(each -> config.nodes().contains(each.number())).toList();
    if (!founders.contains(node)) {
      return true;
    }
    Roster roster = roster(group);
    if (roster.version() == 0 || roster.isFounding()) {
      return false;
    }
    boolean counts = counts(node, group, roster);
    int gone = 0;
    for (SimulatedNode each : founders) {
      gone += counts(each, group, roster) ? 0 : 1;
    }
    int most = (founders.size() - 1) / 2;
    return gone + (counts ? 1 : 0) <= most && !(forGood && !counts);
  }

  private boolean hasEnded(int group) {
    return nodes.stream().anyMatch(each -> each.hasLeft(group));
  }

  /** Who forgets that a group has ended must hear it again. */
  private boolean isNotedBesides(SimulatedNode node, int group) {
    return nodes.stream().anyMatch(each -> each != node && !each.isLost() && each.hasLeft(group));
  }

  private static boolean counts(SimulatedNode node, int group, Roster roster) {
    return !node.isLost()
        && !node.disk(group).lacksFiles()
        && roster.counts(node.memberOf(group), node.disk(group).number());
  }

  private Roster roster(int group) {
    return nodes.stream()
        .map(node -> node.disk(group))
        .map(SimulatedDisk::roster)
        .max(Comparator.comparing(Roster::version))
        .orElse(Roster.NONE);
  }
}
