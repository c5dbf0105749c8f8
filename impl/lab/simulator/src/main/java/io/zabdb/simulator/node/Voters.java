package io.zabdb.simulator.node;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.simulator.disk.SimulatedDisk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Who votes in the groups of a run, by what is on any disk. Not thread-safe. */
public final class Voters {

  private final List<SimulatedNode> nodes;
  private final TakenGroups groups;

  public Voters(List<SimulatedNode> nodes, TakenGroups groups) {
    this.nodes = nodes;
    this.groups = groups;
  }

  /** The latest roster that any replica of a group has applied. */
  public Roster agreed(int group) {
    return nodes.stream()
        .map(node -> node.disk(group))
        .map(SimulatedDisk::roster)
        .max(Comparator.comparing(Roster::version))
        .orElse(Roster.NONE);
  }

  /** The agreed one, and those with other voters that may come to be agreed. */
  public List<Roster> possible(int group) {
    Roster agreed = agreed(group);
    List<Roster> possible = new ArrayList<>(List.of(agreed));
    for (SimulatedNode node : nodes) {
      Roster logged = node.logged(group);
      if (logged.version() > agreed.version()
          && !configuration(group, logged).equals(configuration(group, agreed))) {
        possible.add(logged);
      }
    }
    return possible;
  }

  /** Who votes by a roster of a group. */
  public Configuration configuration(int group, Roster roster) {
    return roster.configuration(founders(group));
  }

  private Configuration founders(int group) {
    return Configuration.ofFirst(groups.of(group).nodes().size());
  }

  /** Whether what is on a node's disk has counted, and never will again. */
  public boolean hasLeft(SimulatedNode node, int group) {
    return agreed(group).hasLeft(node.memberOf(group), node.disk(group).number(), founders(group));
  }

  /** The voter sets of a roster, each as bits of members: one, or two while members change. */
  public List<Long> sets(int group, Roster roster) {
    Configuration voters = configuration(group, roster);
    return voters.isJoint() ? List.of(voters.first(), voters.second()) : List.of(voters.first());
  }

  /** The nodes of some members of a group. */
  public List<SimulatedNode> nodes(int group, long members) {
    return nodes.stream().filter(node -> Members.contains(members, node.memberOf(group))).toList();
  }

  /**
   * Whether a node's disk has what a roster takes it to have; of those that are about to join, by
   * the roster that names them.
   */
  public boolean remembers(SimulatedNode node, int group, Roster roster) {
    Roster agreed = agreed(group);
    int member = node.memberOf(group);
    Roster naming = configuration(group, agreed).includes(member) ? agreed : roster;
    return !node.isLost()
        && !node.disk(group).lacksFiles()
        && naming.counts(member, node.disk(group).number());
  }
}
