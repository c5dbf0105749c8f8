package io.zabdb.testkit.sim.check;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.testkit.sim.engine.Counts;

/**
 * Who votes by the agreed log, and what has become of changes of the members: counts of what a
 * campaign must have come to. Not thread-safe.
 */
public final class MemberChecks {

  /** A learner votes from now on, with the members before. */
  public static final String JOINED = "members: joined";

  /** New members vote alone. */
  public static final String CHANGED = "members: changed";

  /** The same in a run for the second time, or a later one. */
  public static final String CHANGED_AGAIN = "members: changed again";

  /** Old members vote alone again. */
  public static final String UNDONE = "members: change undone";

  /** Join was logged in one epoch, and what ends it in a later one. */
  public static final String GONE_ON_WITH = "members: change ended by another leader";

  /** The leader that ended a change does not vote any more. */
  public static final String LEADER_REMOVED = "members: leader removed";

  /** A member whose process did not run was replaced. */
  public static final String DEAD_REPLACED = "members: dead member replaced";

  /** Nobody of the old members votes any more. */
  public static final String MOVED = "members: all replaced at once";

  /** One that was removed joins again, with another disk. */
  public static final String RETURNED = "members: a removed one came back";

  /** An entry was committed that would not be without a member that has joined. */
  public static final String NEEDED = "members: newcomer needed for a commit";

  private final Counts counts;
  private final Configuration founders;
  private Configuration now;
  private long epochOfJoin;
  private long changes;

  MemberChecks(Counts counts, int founders) {
    this.counts = counts;
    this.founders = Configuration.ofFirst(founders);
    now = this.founders;
  }

  Configuration founders() {
    return founders;
  }

  /** Who votes by the agreed log. */
  Configuration now() {
    return now;
  }

  /**
   * The agreed log says who votes.
   *
   * @param epoch of the entry that says it
   * @param leader of that epoch
   * @param up the nodes whose processes run, as bits
   */
  void agreed(Configuration next, long epoch, int leader, long up) {
    if (next.equals(now)) {
      return;
    }
    if (next.isJoint()) {
      epochOfJoin = epoch;
      counts.add(JOINED, Long.bitCount(next.second() & ~next.first()));
    } else {
      ended(next, epoch, leader, up);
    }
    now = next;
  }

  private void ended(Configuration next, long epoch, int leader, long up) {
    boolean isUndone = next.first() == now.first();
    counts.add(isUndone ? UNDONE : CHANGED);
    count(GONE_ON_WITH, epoch != epochOfJoin);
    count(LEADER_REMOVED, !next.includes(leader));
    if (!isUndone) {
      changes++;
      count(CHANGED_AGAIN, changes > 1);
      count(
          DEAD_REPLACED,
          (now.first() & ~next.first() & ~up) != 0 && (next.first() & ~now.first()) != 0);
      count(MOVED, (now.first() & next.first()) == 0);
    }
  }

  /** One roster follows another: who joins now, and has been a member before? */
  void joins(Roster before, Roster after) {
    Configuration voted = before.configuration(founders);
    Configuration now = after.configuration(founders);
    for (long rest = now.voters() & ~voted.voters(); rest != 0; rest &= rest - 1) {
      int member = Long.numberOfTrailingZeros(rest);
      count(RETURNED, before.disk(member) > Roster.UNNUMBERED);
    }
  }

  /** These, bits, hold all that is agreed. */
  void held(long holders) {
    long newcomers = holders & ~founders.voters();
    for (long rest = newcomers; rest != 0 && now.isQuorum(holders); rest &= rest - 1) {
      int member = Long.numberOfTrailingZeros(rest);
      count(NEEDED, !now.isQuorum(Members.without(holders, member)));
    }
  }

  private void count(String name, boolean happened) {
    if (happened) {
      counts.add(name);
    }
  }
}
