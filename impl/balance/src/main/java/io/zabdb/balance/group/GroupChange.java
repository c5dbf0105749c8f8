package io.zabdb.balance.group;

import io.zabdb.balance.load.GroupStatus;
import java.util.List;

/** What should become of groups. */
public sealed interface GroupChange {

  /**
   * A new group, a member at once: it owns nothing.
   *
   * @param members its nodes; the first leads it
   */
  record NewGroup(List<Integer> members) implements GroupChange {}

  /**
   * Other nodes take the places of some of a group's: as its members, or as those of a new group to
   * which it leaves all that it has.
   *
   * @param group the one that has them now
   * @param members all nodes from then on; the first leads
   */
  record Replacement(int group, List<Integer> members) implements GroupChange {}

  /**
   * A group gets another status: OUT when it owns nothing any more.
   *
   * @param status the new one
   */
  record StatusChange(int group, GroupStatus status) implements GroupChange {}

  /**
   * What should be done for a group or a node, and cannot be.
   *
   * @param what the group or node
   * @param rule what is in the way, in words for an operator
   */
  record NotPossible(String what, String rule) implements GroupChange {}
}
