package io.zabdb.core.group;

/**
 * Who votes: one voter set, or two while members change. A quorum has a majority of each. Sets are
 * bits of a long ({@link Members}). Immutable.
 *
 * <p>Source: {@code Reconfig!IsQuorum}.
 *
 * @param first the voters; of two sets the old ones
 * @param second the new ones, while both must agree; 0: the members do not change
 */
public record Configuration(long first, long second) {

  public Configuration {
    if (!isVoterSet(first) || (second != 0 && !isVoterSet(second))) {
      throw new IllegalArgumentException(
          "voters are "
              + Long.toBinaryString(first)
              + " and "
              + Long.toBinaryString(second)
              + ", allowed are bits 0 to "
              + (Members.MAX_MEMBERS - 1)
              + ", one at least");
    }
  }

  /** Whether these can be the voters of a group: somebody, with numbers that there are. */
  public static boolean isVoterSet(long voters) {
    return voters > 0;
  }

  /** Of voters that do not change. */
  public static Configuration of(long voters) {
    return new Configuration(voters, 0);
  }

  /** Of members 0 to {@code members} - 1. */
  public static Configuration ofFirst(int members) {
    return of(Members.of(members) - 1);
  }

  /** Whether members change: old and new ones must agree. */
  public boolean isJoint() {
    return second != 0;
  }

  /** Those that vote, and go on voting unless the change under way is undone. */
  public long last() {
    return isJoint() ? second : first;
  }

  /** All that vote. */
  public long voters() {
    return first | second;
  }

  /** Whether a member votes. */
  public boolean includes(int member) {
    return Members.contains(voters(), member);
  }

  /** Whether all that vote are in a set. */
  public boolean isWithin(long set) {
    return (voters() & ~set) == 0;
  }

  /** Whether a set has a majority of each voter set. */
  public boolean isQuorum(long set) {
    return isMajority(set, first) && (!isJoint() || isMajority(set, second));
  }

  private static boolean isMajority(long set, long voterSet) {
    return Members.isQuorum(set & voterSet, Long.bitCount(voterSet));
  }

  @Override
  public String toString() {
    return isJoint() ? text(first) + " and " + text(second) : text(first);
  }

  private static String text(long voterSet) {
    StringBuilder text = new StringBuilder("{");
    for (long rest = voterSet; rest != 0; rest &= rest - 1) {
      text.append(text.length() > 1 ? ", " : "").append(Long.numberOfTrailingZeros(rest));
    }
    return text.append('}').toString();
  }
}
