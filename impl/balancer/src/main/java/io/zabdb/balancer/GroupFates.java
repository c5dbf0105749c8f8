package io.zabdb.balancer;

import io.zabdb.balance.load.GroupStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * Which groups are on their way out, and since when others have been empty, as rounds saw them.
 * Whoever begins anew comes to the same, only later. It keeps as many as were there last. Not
 * thread-safe.
 */
final class GroupFates {

  private static final long NEVER = Long.MAX_VALUE;

  private record GroupSight(boolean leaves, long emptySince) {
    private static final GroupSight UNKNOWN = new GroupSight(false, NEVER);
  }

  private final Map<Integer, GroupSight> fates = new HashMap<>();

  /** A round begins, with these groups. */
  void begin(Iterable<Integer> groups) {
    Map<Integer, GroupSight> before = Map.copyOf(fates);
    fates.clear();
    groups.forEach(group -> fates.put(group, before.getOrDefault(group, GroupSight.UNKNOWN)));
  }

  /**
   * A group is looked at.
   *
   * @param hasToGo whether one of its nodes is to go; if not any more, it stays
   * @param isEmpty whether it has nothing, and nothing comes to it
   */
  GroupStatus look(int group, boolean hasToGo, boolean isEmpty, long nowMillis) {
    GroupSight before = of(group);
    boolean leaves = before.leaves() && (hasToGo || isEmpty);
    fates.put(
        group, new GroupSight(leaves, isEmpty ? Math.min(before.emptySince(), nowMillis) : NEVER));
    return leaves ? GroupStatus.LEAVING : GroupStatus.MEMBER;
  }

  private GroupSight of(int group) {
    return fates.getOrDefault(group, GroupSight.UNKNOWN);
  }

  /** A group is on its way out from now on. */
  void leaves(int group) {
    fates.put(group, new GroupSight(true, of(group).emptySince()));
  }

  /** Whether it has been empty for so long: it may have been born a moment ago, to be filled. */
  boolean isEmptyFor(int group, long millis, long nowMillis) {
    long since = of(group).emptySince();
    return since != NEVER && nowMillis - since >= millis;
  }
}
