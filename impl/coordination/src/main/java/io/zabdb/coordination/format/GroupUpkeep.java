package io.zabdb.coordination.format;

import java.util.Set;

/**
 * What the balancer does with groups, as operators want it. Immutable.
 *
 * @param isOn whether groups are born and end, and nodes take the places of others
 * @param softZones whether a group may have two nodes of a zone or rack where they could be spread
 * @param deadSeconds so long a node must be silent until others take its places, {@value
 *     #LEAST_SECONDS} to {@value #MOST_SECONDS}
 * @param leaving nodes that are to be in no group any more, at most {@value #MOST_LEAVING}
 */
public record GroupUpkeep(boolean isOn, boolean softZones, int deadSeconds, Set<Integer> leaving) {

  /** A node that is silent for less may have been started again. */
  public static final int LEAST_SECONDS = 10;

  /** A week. */
  public static final int MOST_SECONDS = 604_800;

  public static final int MOST_LEAVING = 1_000;

  /** Ten minutes. */
  public static final int USUAL_SECONDS = 600;

  /** Groups stay as they are: of settings that say nothing of groups. */
  public static final GroupUpkeep NONE = new GroupUpkeep(false, false, USUAL_SECONDS, Set.of());

  /**
   * @throws IllegalArgumentException for values outside their bounds
   */
  public GroupUpkeep {
    leaving = Set.copyOf(leaving);
    if (deadSeconds < LEAST_SECONDS || deadSeconds > MOST_SECONDS) {
      throw new IllegalArgumentException(
          "a node is dead after %d seconds, allowed are %d to %d"
              .formatted(deadSeconds, LEAST_SECONDS, MOST_SECONDS));
    }
    if (leaving.size() > MOST_LEAVING) {
      throw new IllegalArgumentException(
          leaving.size() + " nodes are to leave, allowed are " + MOST_LEAVING);
    }
    leaving.forEach(Rules::checkNode);
  }
}
