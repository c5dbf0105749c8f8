package io.zabdb.simulator;

import io.zabdb.core.group.Roster;
import io.zabdb.simulator.disk.SimulatedDisk;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.simulator.node.Voters;
import io.zabdb.testkit.sim.engine.Violation;
import java.util.List;

/**
 * At any time a quorum of those that vote in a group has the files of all partitions that came: no
 * minority of disks takes them away. Who has a disk that does not count yet, as it replaces one
 * that was lost, may lack files: that loss is one of the minority.
 *
 * <p>Source: {@code WholeMembers!QuorumIsWhole}.
 */
final class WholeQuorums {

  private final List<SimulatedNode> nodes;
  private final TakenGroups groups;
  private final Voters voters;

  WholeQuorums(List<SimulatedNode> nodes, TakenGroups groups) {
    this.nodes = nodes;
    this.groups = groups;
    voters = new Voters(nodes, groups);
  }

  /** Throws if it is not so. */
  void check() {
    for (int group : groups.numbers()) {
      if (nodes.stream().noneMatch(node -> node.hasLeft(group))) {
        check(group);
      }
    }
  }

  private void check(int group) {
    Roster agreed = voters.agreed(group);
    for (long set : voters.sets(group, agreed)) {
      List<SimulatedNode> members = voters.nodes(group, set);
      long lacking = members.stream().filter(node -> isLacking(node, group, agreed)).count();
      if (2 * lacking >= members.size()) {
        throw new Violation(
            "QuorumIsWhole",
            lacking + " of " + members.size() + " members of group " + group + " lack files");
      }
    }
  }

  private static boolean isLacking(SimulatedNode node, int group, Roster agreed) {
    SimulatedDisk disk = node.disk(group);
    return disk.lacksFiles() && agreed.counts(node.memberOf(group), disk.number());
  }
}
