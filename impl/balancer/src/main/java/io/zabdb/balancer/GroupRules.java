package io.zabdb.balancer;

import io.zabdb.balance.group.PlacementRules;
import java.util.Set;

/**
 * What is done with groups.
 *
 * @param isOn whether they are born and end, and nodes take the places of others
 * @param placement how groups are spread, and when a node is dead
 * @param leaving nodes that are to be in no group any more
 */
public record GroupRules(boolean isOn, PlacementRules placement, Set<Integer> leaving) {

  /** All stay as they are. */
  public static final GroupRules NONE = new GroupRules(false, PlacementRules.USUAL, Set.of());

  public GroupRules {
    leaving = Set.copyOf(leaving);
  }

  /**
   * The planner's usual rules.
   *
   * @param softZones whether a group may have two nodes of a zone or rack where they could be
   *     spread
   * @param deadMillis so long a node must be silent until others take its places; at least 1
   */
  public static GroupRules usual(boolean softZones, long deadMillis, Set<Integer> leaving) {
    PlacementRules usual = PlacementRules.USUAL.deadAfter(deadMillis);
    return new GroupRules(true, softZones ? usual.soft() : usual, leaving);
  }
}
