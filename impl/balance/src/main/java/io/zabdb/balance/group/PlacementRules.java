package io.zabdb.balance.group;

import io.zabdb.balance.load.NodeLife;

/**
 * How groups are spread over nodes.
 *
 * @param groupSize nodes of a new group, 1 to 63
 * @param groupsPerNode a node that has less to do than others is given so many groups, at least 1
 * @param mostGroups no node is given more, at least {@code groupsPerNode}
 * @param scatterWidth with so many others a node should share groups: the more there are, the more
 *     sets of nodes there are whose loss loses data; at least {@code groupSize - 1}
 * @param deadMillis so long a node must be away to be dead, so that its replicas are made
 *     elsewhere; at least 1
 * @param hard whether a group that cannot be spread over zones and racks is not made at all
 */
public record PlacementRules(
    int groupSize,
    int groupsPerNode,
    int mostGroups,
    int scatterWidth,
    long deadMillis,
    boolean hard) {

  /**
   * Three nodes a group, 8 groups a node and 16 at most, scatter width 8, dead after ten minutes,
   * zones as a hard rule.
   */
  public static final PlacementRules USUAL = new PlacementRules(3, 8, 16, 8, 600_000, true);

  /** A node tells its load every five seconds: it is away when it has missed two. */
  private static final long AWAY_MILLIS = 10_000;

  private static final int MOST_MEMBERS = 63;

  /** More than a node can have. */
  private static final int MOST_GROUPS = 256;

  /**
   * @throws IllegalArgumentException if a figure makes no sense
   */
  public PlacementRules {
    if (groupSize < 1
        || groupSize > MOST_MEMBERS
        || groupsPerNode < 1
        || mostGroups < groupsPerNode
        || mostGroups > MOST_GROUPS
        || scatterWidth < groupSize - 1
        || deadMillis < 1) {
      throw new IllegalArgumentException(
          ("groups of %d nodes (1 to %d), %d for a node and %d at most (1 to %d), scatter width %d"
                  + " (at least %d), dead after %d ms (at least 1)")
              .formatted(
                  groupSize,
                  MOST_MEMBERS,
                  groupsPerNode,
                  mostGroups,
                  MOST_GROUPS,
                  scatterWidth,
                  groupSize - 1,
                  deadMillis));
    }
  }

  /** The same, with zones and racks only as a preference. */
  public PlacementRules soft() {
    return new PlacementRules(
        groupSize, groupsPerNode, mostGroups, scatterWidth, deadMillis, false);
  }

  /** The same, with another time after which a node that is away is dead. */
  public PlacementRules deadAfter(long millis) {
    return new PlacementRules(groupSize, groupsPerNode, mostGroups, scatterWidth, millis, hard);
  }

  /**
   * What is to become of a node.
   *
   * @param isToLeave whether an operator wants it to leave
   * @param awayMillis for how long nothing has been heard of it
   */
  public NodeLife life(boolean isToLeave, long awayMillis) {
    if (awayMillis >= deadMillis) {
      return NodeLife.DEAD;
    }
    if (isToLeave) {
      return NodeLife.LEAVES;
    }
    return awayMillis >= AWAY_MILLIS ? NodeLife.AWAY : NodeLife.STAYS;
  }
}
