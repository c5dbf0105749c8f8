package io.zabdb.node.clock;

import io.zabdb.transport.peer.MemberClocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What the clocks of a group's members show, and the time with which this member may stamp commands
 * when it leads: its own clock, within a bound of the time that a quorum of clocks has reached. So
 * no clock alone moves the replicated time at will, by which cells expire for good. Thread-safe;
 * never waits.
 *
 * <p>Source: {@code specs/storage/ReplicatedTime}.
 */
public final class GroupClock implements MemberClocks {

  /** A clock beyond this, some 30,000 years, counts as showing this. */
  private static final long LATEST = 1L << 50;

  private final int self;
  private final long maxSkewMillis;
  private final LongSupplier clock;
  private final LongSupplier nanoTime;

  /** By member; guarded by this. */
  private final List<Offset> others = new ArrayList<>();

  /**
   * @param members of the group
   * @param self this member's number
   * @param maxSkew how far its own clock may be from a quorum's and still count
   * @param clock in milliseconds since 1970
   * @param nanoTime monotonic
   */
  GroupClock(int members, int self, Duration maxSkew, LongSupplier clock, LongSupplier nanoTime) {
    this.self = self;
    this.maxSkewMillis = maxSkew.toMillis();
    this.clock = clock;
    this.nanoTime = nanoTime;
    for (int member = 0; member < members; member++) {
      others.add(new Offset());
    }
  }

  @Override
  public long now() {
    return Math.max(1, Math.min(clock.getAsLong(), LATEST));
  }

  private long monotonic() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
  }

  @Override
  public synchronized void heard(int member, long millis) {
    long monotonic = monotonic();
    long shown = Math.max(0, Math.min(millis, LATEST));
    others.get(member).heard(shown - monotonic, monotonic);
  }

  /**
   * {@code ReplicatedTime!Reached}: the latest time that the clocks of a quorum have reached, in
   * milliseconds since 1970; empty while the clocks of a quorum are not known.
   */
  synchronized OptionalLong reached() {
    long monotonic = monotonic();
    List<Long> shown = new ArrayList<>();
    for (int member = 0; member < others.size(); member++) {
      if (member == self) {
        shown.add(now());
      } else {
        others.get(member).at(monotonic).ifPresent(offset -> shown.add(offset + monotonic));
      }
    }
    int quorum = others.size() / 2 + 1;
    if (shown.size() < quorum) {
      return OptionalLong.empty();
    }
    shown.sort(null);
    return OptionalLong.of(shown.get(shown.size() - quorum));
  }

  /**
   * {@code ReplicatedTime!Stamp}: what a command is to be stamped with, in milliseconds since 1970.
   *
   * @param applied the applied time: the answer while the clocks of a quorum are not known
   */
  public long stamp(long applied) {
    OptionalLong reached = reached();
    if (reached.isEmpty()) {
      return applied;
    }
    long latest = reached.getAsLong() + maxSkewMillis;
    return Math.max(reached.getAsLong() - maxSkewMillis, Math.min(now(), latest));
  }

  /**
   * How far this member's clock is ahead of the time that a quorum has reached, in milliseconds;
   * below 0: behind. Empty while the clocks of a quorum are not known.
   */
  public OptionalLong skew() {
    OptionalLong reached = reached();
    return reached.isEmpty() ? reached : OptionalLong.of(now() - reached.getAsLong());
  }

  /** {@code ReplicatedTime!IsUnfit}: this member must not lead while another can. */
  boolean isUnfit() {
    OptionalLong skew = skew();
    return skew.isPresent() && Math.abs(skew.getAsLong()) > maxSkewMillis;
  }

  long maxSkewMillis() {
    return maxSkewMillis;
  }
}
