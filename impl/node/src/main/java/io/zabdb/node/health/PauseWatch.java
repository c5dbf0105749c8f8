package io.zabdb.node.health;

import io.zabdb.node.metrics.NodePauses;
import io.zabdb.node.metrics.PauseCause;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Notices when the process did not run: a thread that wants to run every few milliseconds runs
 * late. What the collector took of that time is its; the rest is the scheduler's.
 */
public final class PauseWatch implements AutoCloseable {

  /** How often it runs: often enough to tell what is long, and rarely enough to cost nothing. */
  static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final NodePauses pauses;
  private final LongSupplier nanoTime;
  private final LongSupplier collectedMillis;

  // Of the thread that looks.
  private long lastLook;
  private long lastCollected;

  private volatile boolean isClosed;

  /**
   * @param nanoTime a monotonic clock
   * @param collectedMillis how long all collections since the start have taken
   */
  PauseWatch(NodePauses pauses, LongSupplier nanoTime, LongSupplier collectedMillis) {
    this.pauses = pauses;
    this.nanoTime = nanoTime;
    this.collectedMillis = collectedMillis;
    lastLook = nanoTime.getAsLong();
    lastCollected = collectedMillis.getAsLong();
  }

  /** Watches this process, by a thread of its own. */
  public static PauseWatch ofProcess(NodePauses pauses) {
    PauseWatch watch = new PauseWatch(pauses, System::nanoTime, CollectionWatch::collected);
    Thread thread = new Thread(watch::run, "node-pauses");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void run() {
    while (!isClosed) {
      LockSupport.parkNanos(STEP_NANOS);
      look();
    }
  }

  /** To be called a step after the last time; whatever it is called later is a pause. */
  void look() {
    long now = nanoTime.getAsLong();
    long collected = collectedMillis.getAsLong();
    long late = now - lastLook - STEP_NANOS;
    if (late >= NodePauses.LIMIT_NANOS) {
      long collecting = TimeUnit.MILLISECONDS.toNanos(collected - lastCollected);
      pauses.note(PauseCause.COLLECTION, Math.min(late, collecting));
      pauses.note(PauseCause.SCHEDULER, late - collecting);
    }
    lastLook = now;
    lastCollected = collected;
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
