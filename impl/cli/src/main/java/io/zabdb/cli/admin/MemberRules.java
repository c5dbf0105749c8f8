package io.zabdb.cli.admin;

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
 */
record MemberRules(Set<Integer> add, Set<Integer> remove, boolean leavesOne) {

  MemberRules {
    add = Set.copyOf(add);
    remove = Set.copyOf(remove);
  }

  /**
   * What is wrong with the change of a group that has not begun, in a sentence.
   *
   * @param voters that the group has, or is changing to
   */
  Optional<String> problem(int group, Set<Integer> voters) {
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
    return Optional.empty();
  }

  private static String nodes(Set<Integer> nodes) {
    return "node " + nodes.stream().map(String::valueOf).collect(Collectors.joining(" and node "));
  }
}
