package io.zabdb.simulator.fault;

import io.zabdb.core.group.Roster;
import io.zabdb.simulator.disk.SimulatedDisk;
import io.zabdb.simulator.node.SimulatedNode;
import java.util.Comparator;
import java.util.List;

/**
 * Whether all groups can do without what is on the disks of another node: a majority must remember.
 * A group that is being founded can spare nobody. Not thread-safe.
 */
final class Spare {

  private final List<SimulatedNode> nodes;
  private final int groups;

  Spare(List<SimulatedNode> nodes, int groups) {
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
    for (int group = 0; group < groups; group++) {
      if (hasEnded(group)) {
        if (!isNotedBesides(node, group)) {
          return false;
        }
        continue;
      }
      Roster roster = roster(group);
      if (roster.version() == 0 || roster.isFounding()) {
        return false;
      }
      boolean counts = counts(node, group, roster);
      int gone = 0;
      for (SimulatedNode each : nodes) {
        gone += counts(each, group, roster) ? 0 : 1;
      }
      int most = (nodes.size() - 1) / 2;
      if (gone + (counts ? 1 : 0) > most || (forGood && !counts)) {
        return false;
      }
    }
    return true;
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
