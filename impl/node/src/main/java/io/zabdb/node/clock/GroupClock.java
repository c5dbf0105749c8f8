package io.zabdb.node.clock;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.time.ReplicatedTime;
import io.zabdb.peer.MemberClocks;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clocks of a group's members as this node knows them, and the time with which it may stamp
 * commands when it leads: {@link ReplicatedTime}, with the clocks of this machine. Thread-safe;
 * never waits.
 */
public final class GroupClock implements MemberClocks {

  private final LongSupplier clock;
  private final LongSupplier nanoTime;

  /** Guarded by this. */
  private final ReplicatedTime time;

  /**
   * @param members that vote at first: the first ones
   * @param self this member's number
   * @param maxSkew how far its own clock may be from a quorum's and still count
   * @param clock in milliseconds since 1970
   * @param nanoTime monotonic
   */
  GroupClock(int members, int self, Duration maxSkew, LongSupplier clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    time = new ReplicatedTime(members, self, maxSkew.toMillis());
  }

  @Override
  public long now() {
    return ReplicatedTime.shown(clock.getAsLong());
  }

  private long monotonic() {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
  }

  @Override
  public synchronized void heard(int member, long millis) {
    time.heard(member, millis, monotonic());
  }

  /** From now on the clocks of these count. */
  public synchronized void votersChanged(Configuration voters) {
    time.votersChanged(voters);
  }

  /**
   * What a command is to be stamped with, in milliseconds since 1970; 0: there is no time yet.
   *
   * @param applied the applied time: the answer while the clocks of a quorum are not known
   */
  public synchronized long stamp(long applied) {
    return time.stamp(applied, now(), monotonic());
  }

  /**
   * How far this member's clock is ahead of the time that a quorum has reached, in milliseconds;
   * below 0: behind. Empty while the clocks of a quorum are not known.
   */
  public synchronized OptionalLong skew() {
    long own = now();
    long reached = time.reached(own, monotonic());
    return reached == ReplicatedTime.UNKNOWN
        ? OptionalLong.empty()
        : OptionalLong.of(own - reached);
  }

  /** Whether this member must not lead while another can. */
  synchronized boolean isUnfit() {
    return time.isUnfit(now(), monotonic());
  }

  long maxSkewMillis() {
    return time.maxSkew();
  }
}
