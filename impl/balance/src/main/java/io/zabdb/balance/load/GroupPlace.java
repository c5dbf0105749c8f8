package io.zabdb.balance.load;

import java.util.List;

/**
 * A replica group; to get other nodes, it may be replaced by another one, its heir.
 *
 * @param members its nodes, 1 to 63 different ones
 * @param leader one of them
 * @param up whether it has a quorum
 * @param heir of a group that leaves: the group that gets all that it has; or {@link #NO_HEIR}
 */
public record GroupPlace(
    List<Integer> members, int leader, GroupStatus status, boolean up, int heir) {

  /** What it has is for whoever is least loaded. */
  public static final int NO_HEIR = -1;

  private static final int MOST_MEMBERS = 63;

  /**
   * @throws IllegalArgumentException if this is no group
   */
  public GroupPlace {
    members = List.copyOf(members);
    if (members.isEmpty()
        || members.size() > MOST_MEMBERS
        || members.stream().distinct().count() < members.size()) {
      throw new IllegalArgumentException("members " + members + ", 1 to 63 different ones are");
    }
    if (!members.contains(leader)) {
      throw new IllegalArgumentException("leader " + leader + " is none of " + members);
    }
    if (heir != NO_HEIR && status != GroupStatus.LEAVING) {
      throw new IllegalArgumentException("a group that does not leave has no heir: " + status);
    }
  }

  /** A new group of these nodes; the first leads it. */
  public static GroupPlace of(List<Integer> members, GroupStatus status) {
    return new GroupPlace(members, members.get(0), status, true, NO_HEIR);
  }

  /** The same group on its way in or out, without an heir. */
  public GroupPlace with(GroupStatus other) {
    return new GroupPlace(members, leader, other, up, NO_HEIR);
  }

  /** The same group, leaving all that it has to another. */
  public GroupPlace leavingTo(int other) {
    return new GroupPlace(members, leader, GroupStatus.LEAVING, up, other);
  }

  /** The same group under another leader. */
  public GroupPlace ledBy(int other) {
    return new GroupPlace(members, other, status, up, heir);
  }

  /** The same group, with or without a quorum. */
  public GroupPlace up(boolean hasQuorum) {
    return new GroupPlace(members, leader, status, hasQuorum, heir);
  }

  /** Whether it leaves everything to another group. */
  public boolean hasHeir() {
    return heir != NO_HEIR;
  }
}
