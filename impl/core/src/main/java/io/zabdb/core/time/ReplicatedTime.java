package io.zabdb.core.time;

import java.util.Arrays;

/**
 * What a member knows of the clocks of its group, and the time with which it may stamp commands
 * when it leads: its own clock, within a bound of the time that a quorum of clocks has reached. So
 * no clock alone moves the replicated time at will, by which cells expire for good. What it does
 * depends on its arguments alone: its caller reads the clocks. Not thread-safe.
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

  /** By member. */
  private final Offset[] others;

  /**
   * Knows no clock yet.
   *
   * @param members of the group
   * @param self this member's number
   * @param maxSkew how far its own clock may be from a quorum's and still count
   */
  public ReplicatedTime(int members, int self, long maxSkew) {
    this.self = self;
    this.maxSkew = maxSkew;
    others = new Offset[members];
    for (int member = 0; member < members; member++) {
      others[member] = new Offset();
    }
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
    others[member].heard(shown(clock) - monotonic, monotonic);
  }

  /**
   * {@code Reached}: the latest time that the clocks of a quorum have reached, or {@link #UNKNOWN}.
   *
   * @param own what this member's clock shows
   */
  public final long reached(long own, long monotonic) {
    return reached(readings(own, monotonic));
  }

  private long reached(long[] readings) {
    for (int latest = readings.length - 1; latest >= 0; latest--) {
      if (readings[latest] != UNKNOWN && reachedBy(readings.length - latest)) {
        return readings[latest];
      }
    }
    return UNKNOWN;
  }

  /** All clocks, the earliest first; {@link #UNKNOWN} is before all others. */
  private long[] readings(long own, long monotonic) {
    long[] readings = new long[others.length];
    for (int member = 0; member < others.length; member++) {
      readings[member] = reading(member, own, monotonic);
    }
    Arrays.sort(readings);
    return readings;
  }

  /** {@code Reading}: the clock of a member as this one knows it. */
  private long reading(int member, long own, long monotonic) {
    if (member == self) {
      return shown(own);
    }
    long offset = others[member].at(monotonic);
    return offset == Offset.NONE ? UNKNOWN : offset + monotonic;
  }

  /** {@code ReachedBy}: whether a time counts that so many clocks are known to have reached. */
  protected boolean reachedBy(int clocks) {
    return clocks * 2 > others.length;
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
    long[] readings = readings(own, monotonic);
    long reached = reached(readings);
    if (reached == UNKNOWN || (applied == 0 && !agree(readings))) {
      return applied;
    }
    return bounded(shown(own), reached);
  }

  /**
   * {@code Agree}: whether the clocks of a quorum are close together.
   *
   * @param readings in order, {@link #UNKNOWN} first
   */
  protected boolean agree(long[] readings) {
    int quorum = readings.length / 2 + 1;
    for (int first = 0; first + quorum <= readings.length; first++) {
      long span = readings[first + quorum - 1] - readings[first];
      if (readings[first] != UNKNOWN && span <= maxSkew) {
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
