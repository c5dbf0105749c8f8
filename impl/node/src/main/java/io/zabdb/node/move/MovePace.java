package io.zabdb.node.move;

import io.zabdb.node.metrics.Tails;

/**
 * How fast files of partitions may go and come, by what clients feel of it: when an interval with
 * files had a worse tail than those without, half as fast as they were, else a little faster. At
 * the least rate that may be no fault of files: then an interval without any shows what is usual
 * now. Not thread-safe.
 */
final class MovePace {

  /** Bytes a second at least. */
  static final long LEAST = 1 << 20;

  /** What an interval without a worse tail adds at least, in bytes a second. */
  static final long RISE = 2 << 20;

  /** Of the rate, and at least {@link #RISE}. */
  private static final long RISE_SHARE = 8;

  private final long most;
  private final NormalTail requests = new NormalTail();
  private final NormalTail syncs = new NormalTail();
  private long rate;
  private boolean resting;

  /**
   * @param most bytes a second at most; if that is no more than {@link #LEAST}, the rate is always
   *     that
   */
  MovePace(long most) {
    this.most = most;
    rate = most;
  }

  /** Bytes a second now; 0: none in this interval. */
  long rate() {
    return resting ? 0 : rate;
  }

  /**
   * An interval is over.
   *
   * @param tails of what clients waited for in it
   * @param passed bytes a second of files in it; 0: none went or came
   */
  void ended(Tails tails, long passed) {
    if (passed > 0) {
      adapt(passed, requests.isWorse(tails.requests()) || syncs.isWorse(tails.syncs()));
    } else if (resting) {
      requests.learnAnew(tails.requests());
      syncs.learnAnew(tails.syncs());
      resting = false;
    } else {
      requests.learn(tails.requests());
      syncs.learn(tails.syncs());
    }
  }

  private void adapt(long passed, boolean worse) {
    // What was asked for before a rest may have come in it.
    resting = false;
    if (!worse) {
      rate = Math.min(most, rate + Math.max(RISE, rate / RISE_SHARE));
    } else if (rate > LEAST) {
      // A rate that was not reached has not made them wait.
      rate = Math.max(LEAST, Math.min(rate, passed) / 2);
    } else {
      resting = most > LEAST;
    }
  }
}
