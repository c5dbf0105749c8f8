package io.zabdb.testkit.sim.node;

import io.zabdb.core.time.ReplicatedTime;
import io.zabdb.testkit.sim.network.ClockNews;

/**
 * What a process does with the clocks of its group, as that of the product does: it tells the
 * others its own, hears theirs, stamps commands, and looks whether it may lead. Not thread-safe.
 */
final class Timekeeper {

  private final int self;
  private final int members;
  private final WallClock clock;
  private final ClockNews news;
  private final TimeWatcher watcher;
  private final ReplicatedTime time;

  Timekeeper(Surroundings around, int self, int members, WallClock clock) {
    this.self = self;
    this.members = members;
    this.clock = clock;
    news = around.news();
    watcher = around.timeWatcher();
    time = around.times().start(members, self, WallClock.MAX_SKEW_MILLIS);
  }

  /**
   * Tells the others.
   *
   * @param asks whether they are to tell theirs in turn, as both sides of a new link do
   */
  void tell(boolean asks) {
    for (int member = 0; member < members; member++) {
      if (member != self) {
        news.tell(self, member, clock.millis(), asks);
      }
    }
  }

  void heard(int member, long millis, boolean asks) {
    time.heard(member, millis, clock.monotonic());
    if (asks) {
      news.tell(self, member, clock.millis(), false);
    }
  }

  /** What a command is stamped with; 0: there is no time yet. */
  long stamp(long applied) {
    long stamp = time.stamp(applied, clock.millis(), clock.monotonic());
    watcher.stamped(self, clock.millis(), reached(), applied, stamp);
    return stamp;
  }

  /** Whether the clocks of a quorum are known. */
  boolean knows() {
    return reached() != ReplicatedTime.UNKNOWN;
  }

  private long reached() {
    return time.reached(clock.millis(), clock.monotonic());
  }

  boolean isUnfit() {
    return time.isUnfit(clock.millis(), clock.monotonic());
  }
}
