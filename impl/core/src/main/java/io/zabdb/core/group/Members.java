package io.zabdb.core.group;

/**
 * Sets of members as bits of a long. A group has at most {@value #MAX_MEMBERS} members.
 *
 * <p>Source: {@code ZabState!IsQuorum}.
 */
public final class Members {

  /** The most members that a group may have. */
  public static final int MAX_MEMBERS = 63;

  private Members() {}

  public static long of(int member) {
    return 1L << member;
  }

  public static boolean contains(long set, int member) {
    return (set & of(member)) != 0;
  }

  public static long with(long set, int member) {
    return set | of(member);
  }

  public static long without(long set, int member) {
    return set & ~of(member);
  }

  /** Whether the set is a majority of the group. */
  public static boolean isQuorum(long set, int members) {
    return Long.bitCount(set) * 2 > members;
  }
}
