package io.zabdb.cli.admin;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is refused before a group is asked to change its members: what the group would do, but
 * nobody can have meant (docs/decisions/0056).
 *
 * @param add nodes that are to vote
 * @param remove nodes that are not to
 * @param leavesOne whether one member may be left of several
 * @param leavesZone whether all members may be left in one zone of several
 */
record MemberRules(Set<Integer> add, Set<Integer> remove, boolean leavesOne, boolean leavesZone) {

  MemberRules {
    add = Set.copyOf(add);
    remove = Set.copyOf(remove);
  }

  /**
   * What is wrong with the change of a group that has not begun, in a sentence.
   *
   * @param voters that the group has, or is changing to
   * @param zones of nodes, of those that say it
   */
  Optional<String> problem(int group, Set<Integer> voters, Map<Integer, String> zones) {
    Set<Integer> leave = new TreeSet<>(remove);
    leave.retainAll(voters);
    Set<Integer> there = new TreeSet<>(add);
    there.retainAll(voters);
    if (!leave.isEmpty() && !there.isEmpty()) {
      return Optional.of(
          nodes(there)
              + " is a member of group "
              + group
              + " already and cannot take the place of "
              + nodes(leave)
              + ": take a new id");
    }
    Set<Integer> after = new TreeSet<>(voters);
    after.removeAll(remove);
    after.addAll(add);
    if (after.isEmpty()) {
      return Optional.of(
          "without " + nodes(leave) + " group " + group + " would have no members: it needs one");
    }
    if (after.size() == 1 && voters.size() > 1 && !leavesOne) {
      return Optional.of(
          "group "
              + group
              + " has members "
              + new TreeSet<>(voters)
              + ": without "
              + nodes(leave)
              + " the data would be at "
              + nodes(after)
              + " alone, and gone with it; --leave-one does it all the same");
    }
    Set<String> left = zonesOf(after, zones);
    Set<String> lost = zonesOf(voters, zones);
    lost.removeAll(left);
    if (left.size() == 1 && !lost.isEmpty() && zones.keySet().containsAll(after) && !leavesZone) {
      return Optional.of(
          "without %s all members of group %d would be in zone %s, and none in %s: with that zone the data would be gone; --leave-zone does it all the same"
              .formatted(nodes(leave), group, String.join("", left), String.join(", ", lost)));
    }
    return Optional.empty();
  }

  private static Set<String> zonesOf(Set<Integer> nodes, Map<Integer, String> zones) {
    return nodes.stream()
        .map(zones::get)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** In words. */
  static String nodes(Set<Integer> nodes) {
    return "node " + nodes.stream().map(String::valueOf).collect(Collectors.joining(" and node "));
  }
}
