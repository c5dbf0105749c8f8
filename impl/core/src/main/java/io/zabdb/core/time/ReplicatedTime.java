package io.zabdb.core.time;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import org.jspecify.annotations.Nullable;

/**
 * What a member knows of the clocks of its group, and the time with which it may stamp commands
 * when it leads: its own clock, within a bound of the time that a quorum of clocks has reached. So
 * no clock alone moves the replicated time at will, by which cells expire for good. Whose clocks
 * count is whoever votes; while members change, a quorum is one of the old and one of the new. What
 * it does depends on its arguments alone: its caller reads the clocks. Not thread-safe.
 *
 * <p>All times are in milliseconds; those of wall clocks since 1970, those that are monotonic since
 * any moment that stays the same for the process.
 *
 * <p>Source: {@code specs/storage/ReplicatedTime}.
 */
public class ReplicatedTime {

  /** In place of a time: the clocks of a quorum are not known. */
  public static final long UNKNOWN = -1;

  /** So long at most a clock that was set back, or is silent, is taken for what it was. */
  public static final long MEMORY_MILLIS = 10_000;

  /** A clock beyond this, some 30,000 years, counts as showing this. */
  private static final long LATEST = 1L << 50;

  private final int self;
  private final long maxSkew;
  private Configuration voters;

  /** By member; null of those that were not heard. */
  private final @Nullable Offset[] others = new Offset[Members.MAX_MEMBERS];

  /**
   * Knows no clock yet.
   *
   * @param members that vote at first: the first ones
   * @param self this member's number
   * @param maxSkew how far its own clock may be from a quorum's and still count
   */
  public ReplicatedTime(int members, int self, long maxSkew) {
    this.self = self;
    this.maxSkew = maxSkew;
    voters = Configuration.ofFirst(members);
  }

  /** From now on these vote, and their clocks count, whether they were heard before or not. */
  public final void votersChanged(Configuration now) {
    voters = now;
  }

  /** How far this member's own clock may be from a quorum's and still count. */
  public final long maxSkew() {
    return maxSkew;
  }

  /** What a clock that shows anything counts as showing. */
  public static long shown(long clock) {
    return Math.max(1, Math.min(clock, LATEST));
  }

  /**
   * {@code Tell}: news of another member's clock.
   *
   * @param clock what it showed when it was sent
   * @param monotonic the present
   */
  public final void heard(int member, long clock, long monotonic) {
    Offset offset = others[member] == null ? new Offset() : others[member];
    others[member] = offset;
    offset.heard(shown(clock) - monotonic, monotonic);
  }

  /**
   * {@code Reached}: the latest time that the clocks of a quorum have reached, or {@link #UNKNOWN}.
   *
   * @param own what this member's clock shows
   */
  public final long reached(long own, long monotonic) {
    long reached = UNKNOWN;
    for (long rest = voters.voters(); rest != 0; rest &= rest - 1) {
      long candidate = reading(Long.numberOfTrailingZeros(rest), own, monotonic);
      if (candidate > reached && reachedBy(between(candidate, Long.MAX_VALUE, own, monotonic))) {
        reached = candidate;
      }
    }
    return reached;
  }

  /** {@code Past}, {@code Near}: those that vote whose clocks are known to be between two times. */
  private long between(long earliest, long latest, long own, long monotonic) {
    long between = 0;
    for (long rest = voters.voters(); rest != 0; rest &= rest - 1) {
      int member = Long.numberOfTrailingZeros(rest);
      long reading = reading(member, own, monotonic);
      if (reading != UNKNOWN && reading >= earliest && reading <= latest) {
        between = Members.with(between, member);
      }
    }
    return between;
  }

  /** {@code Reading}: the clock of a member as this one knows it. */
  private long reading(int member, long own, long monotonic) {
    if (member == self) {
      return shown(own);
    }
    Offset known = others[member];
    long offset = known == null ? Offset.NONE : known.at(monotonic);
    return offset == Offset.NONE ? UNKNOWN : offset + monotonic;
  }

  /** {@code ReachedBy}: whether a time counts that these, who vote, are known to have reached. */
  protected boolean reachedBy(long members) {
    return voters.isQuorum(members);
  }

  /**
   * {@code Stamp}: what a command is to be stamped with. The applied time while the clocks of a
   * quorum are not known.
   *
   * @param applied the applied time; 0: there is none yet, and it begins where a quorum of clocks
   *     agree
   * @param own what this member's clock shows
   * @return 0: there is no time yet, and the command is to be refused
   */
  public long stamp(long applied, long own, long monotonic) {
    long reached = reached(own, monotonic);
    if (reached == UNKNOWN || (applied == 0 && !agree(own, monotonic))) {
      return applied;
    }
    return bounded(shown(own), reached);
  }

  /** {@code Agree}: whether the clocks of a quorum are close together. */
  protected boolean agree(long own, long monotonic) {
    for (long rest = voters.voters(); rest != 0; rest &= rest - 1) {
      long last = reading(Long.numberOfTrailingZeros(rest), own, monotonic);
      if (last != UNKNOWN && voters.isQuorum(between(last - maxSkew, last, own, monotonic))) {
        return true;
      }
    }
    return false;
  }

  /** A clock, within the bound of what a quorum has reached. */
  protected long bounded(long own, long reached) {
    return Math.max(reached - maxSkew, Math.min(own, reached + maxSkew));
  }

  /** {@code IsUnfit}: this member must not lead while another can. */
  public boolean isUnfit(long own, long monotonic) {
    long reached = reached(own, monotonic);
    return reached != UNKNOWN && Math.abs(shown(own) - reached) > maxSkew;
  }

  /** {@code Advanced}: the applied time behind a command. It never goes back. */
  public static long advanced(long before, long stamp) {
    return Math.max(before, stamp);
  }
}
