package io.zabdb.replica.health;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Watches how long the syncs of a replica's log take: one whose disk is slow is strained, so that a
 * leader hands over to a follower with a faster disk, and stays if there is none. For one thread.
 */
public final class SyncWatch {

  /** How long a sync counts. */
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A tenth of the syncs may take longer than this. */
  static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Fewer syncs say little. */
  static final int MIN_SYNCS = 10;

  /** Older ones are forgotten, so that a busy log costs no more. */
  private static final int MAX_SYNCS = 1_000;

  private record SyncUnderWay(long end, long nanos) {}

  private final NodeHealth health;
  private final int group;
  private final int level;
  private final LongSupplier nanoTime;
  private final ArrayDeque<SyncUnderWay> window = new ArrayDeque<>();
  private int slow;
  private boolean strained;

  /**
   * Of a replica.
   *
   * @param group the replica's
   * @param level how strained it is when its syncs are slow, in levels of compaction pressure, from
   *     1
   * @param nanoTime a monotonic clock
   */
  public SyncWatch(NodeHealth health, int group, int level, LongSupplier nanoTime) {
    this.health = health;
    this.group = group;
    this.level = level;
    this.nanoTime = nanoTime;
  }

  /** A sync has ended. */
  public void synced(long nanos) {
    long now = nanoTime.getAsLong();
    window.add(new SyncUnderWay(now, nanos));
    slow += nanos > LIMIT_NANOS ? 1 : 0;
    while (window.size() > MAX_SYNCS || now - window.peek().end() > WINDOW_NANOS) {
      slow -= window.remove().nanos() > LIMIT_NANOS ? 1 : 0;
    }
    if (window.size() < MIN_SYNCS) {
      return;
    }
    if (!strained && slow * 10 > window.size()) {
      strained = true;
      health.strained(
          Ailment.SYNC_LATENCY,
          group,
          level,
          slow
              + " of the last "
              + window.size()
              + " syncs of the log took longer than "
              + TimeUnit.NANOSECONDS.toMillis(LIMIT_NANOS)
              + " ms");
    } else if (strained && slow * 20 < window.size()) {
      strained = false;
      health.cleared(Ailment.SYNC_LATENCY, group);
    }
  }
}
