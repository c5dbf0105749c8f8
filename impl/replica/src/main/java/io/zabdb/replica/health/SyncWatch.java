package io.zabdb.replica.health;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Watches how long the syncs of a replica's log take. One whose disk is slow is strained, so that a
 * leader hands over to a follower with a faster disk, and stays if there is none. One whose disk is
 * as good as stuck is unfit: what clients ask for piles up in its memory, however much work the
 * others have. Thread-safe.
 */
public final class SyncWatch {

  /** How long a sync counts. */
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A tenth of the syncs may take longer than this. */
  static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Fewer syncs say little, unless one takes very long. */
  static final int MIN_SYNCS = 10;

  /** No sync may take longer, done or under way. */
  static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Who looks a few times a second and was away for longer did not run, and neither did a sync. */
  static final long MOST_BETWEEN_LOOKS = TimeUnit.SECONDS.toNanos(1);

  /** Older ones are forgotten, so that a busy log costs no more. */
  private static final int MAX_SYNCS = 1_000;

  private enum SyncPace {
    WELL,
    STRAINED,
    STUCK
  }

  private record EndedSync(long end, long nanos, boolean isStuck) {}

  private final NodeHealth health;
  private final int group;
  private final int level;
  private final LongSupplier nanoTime;

  // Guarded by this.
  private final ArrayDeque<EndedSync> window = new ArrayDeque<>();
  private int slow;
  private int stuck;
  private boolean isUnderWay;

  /** When it began, in time in which the process ran. */
  private long begin;

  private long lastLook;

  /** In which the process ran until then. */
  private long ranUntilLook;

  private SyncPace state = SyncPace.WELL;

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
    lastLook = nanoTime.getAsLong();
  }

  private long ran(long now) {
    return ranUntilLook + Math.min(now - lastLook, MOST_BETWEEN_LOOKS);
  }

  private boolean isStuck(long now) {
    return isUnderWay && ran(now) - begin > STUCK_NANOS;
  }

  /** A sync, or another write that must be durable, begins. */
  public synchronized void begins() {
    isUnderWay = true;
    begin = ran(nanoTime.getAsLong());
  }

  /** What began has ended, and was no sync. */
  public synchronized void ended() {
    isUnderWay = false;
  }

  /** A sync has ended. */
  public synchronized void synced(long nanos) {
    long now = nanoTime.getAsLong();
    EndedSync ended = new EndedSync(now, nanos, isStuck(now));
    ended();
    window.add(ended);
    count(ended, 1);
    judge(now);
  }

  /** Time has passed: to be called a few times a second. */
  public synchronized void look() {
    long now = nanoTime.getAsLong();
    ranUntilLook = ran(now);
    lastLook = now;
    judge(now);
  }

  /** Whether a sync takes as long as none may, or did just now. */
  public synchronized boolean isStuck() {
    return state == SyncPace.STUCK;
  }

  private void judge(long now) {
    while (window.size() > MAX_SYNCS
        || (!window.isEmpty() && now - window.peek().end() > WINDOW_NANOS)) {
      count(window.remove(), -1);
    }
    SyncPace next = next(now);
    if (next == state) {
      return;
    }
    state = next;
    switch (next) {
      case WELL -> health.cleared(Ailment.SYNC_LATENCY, group);
      case STRAINED -> health.strained(Ailment.SYNC_LATENCY, group, level, strain());
      case STUCK ->
          health.unfit(
              Ailment.SYNC_LATENCY,
              group,
              "a sync of the log takes longer than "
                  + TimeUnit.NANOSECONDS.toMillis(STUCK_NANOS)
                  + " ms");
    }
  }

  private void count(EndedSync sync, int sign) {
    slow += sync.nanos() > LIMIT_NANOS ? sign : 0;
    stuck += sync.isStuck() ? sign : 0;
  }

  private SyncPace next(long now) {
    if (stuck > 0 || isStuck(now)) {
      return SyncPace.STUCK;
    }
    boolean isEnough = window.size() >= MIN_SYNCS;
    if (isEnough && slow * 10 > window.size()) {
      return SyncPace.STRAINED;
    }
    boolean isOver = slow == 0 || (isEnough && slow * 20 < window.size());
    return state == SyncPace.WELL || isOver ? SyncPace.WELL : SyncPace.STRAINED;
  }

  private String strain() {
    return slow
        + " of the last "
        + window.size()
        + " syncs of the log took longer than "
        + TimeUnit.NANOSECONDS.toMillis(LIMIT_NANOS)
        + " ms";
  }
}
