package io.zabdb.node.replica;

import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.replica.status.ScrubProgress;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.SkippedFiles;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all files of a store and of its log, over and over and at a rate, so that damage is met
 * while others still have what is damaged here, also where no client reads. It is told the time
 * from outside, a few times a second; reads are made by a thread of its own. {@link #go} and {@link
 * #close} are for one thread, all else for any.
 */
final class Scrubber implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Scrubber.class);

  /** What was not read meanwhile is not made up for: at most so much of the rate at once. */
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Between two looks at whether the replica is closing. */
  private static final long STEP_BYTES = 1 << 20;

  private static final long IDLE_SECONDS = 10;

  /** A file of the greatest size is verified in less. */
  private static final long CLOSES_WITHIN_SECONDS = 60;

  private final List<Scrubbed> files;
  private final long rate;
  private final long intervalNanos;
  private final LongSupplier nanos;
  private final LongSupplier millis;
  private final ExecutorService thread;
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile ScrubProgress progress = ScrubProgress.NONE;
  private volatile boolean closing;

  // Of the caller.
  private long lastCall;

  // Of the thread that reads, of which there is one task at a time.
  private FileScan scan;

  /** Which of the files {@link #scan} reads, and whether all of those before could be opened. */
  private int part;

  private boolean whole;
  private boolean begun;
  private long lastBegin;
  private boolean damaged;

  /**
   * @param files are read one after the other in each pass
   * @param nanos time that only grows
   * @param millis the wall clock, to tell when a pass ended
   */
  Scrubber(
      List<Scrubbed> files,
      ScrubSettings settings,
      ThreadFactory threads,
      LongSupplier nanos,
      LongSupplier millis) {
    this.files = List.copyOf(files);
    rate = settings.rate();
    this.nanos = nanos;
    this.millis = millis;
    intervalNanos = settings.interval().toNanos();
    lastCall = nanos.getAsLong();
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    one.allowCoreThreadTimeOut(true);
    thread = one;
  }

  /**
   * Reads as much as the time since the last call allows; does not wait for it.
   *
   * @param busy whether the node has better things to do now: then nothing is read
   */
  void go(boolean busy) {
    long now = nanos.getAsLong();
    long passed = Math.min(MOST_NANOS, now - lastCall);
    // In this order a rate of TiB does not overflow.
    long bytes = (long) (rate * (passed / 1e9));
    if (busy || bytes == 0) {
      // Of a low rate, what passes goes on to count until it is worth a byte.
      lastCall = busy ? now : lastCall;
    } else if (reading.compareAndSet(false, true)) {
      lastCall = now;
      execute(() -> readOn(bytes));
    }
  }

  private void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("No scrub: the replica is closing");
    }
  }

  private void readOn(long bytes) {
    try {
      if (!damaged && (scan != null || isDue())) {
        read(bytes);
      }
    } catch (StorageException e) {
      // The others may have what is lost; what else is damaged here does not matter any more.
      damaged = files.get(part).met(e);
      end();
    } catch (IllegalStateException e) {
      LOG.debug("No scrub: the replica is closing", e);
    } finally {
      reading.set(false);
    }
  }

  private boolean isDue() {
    return !begun || nanos.getAsLong() - lastBegin >= intervalNanos;
  }

  private void read(long bytes) {
    if (scan == null) {
      begun = true;
      lastBegin = nanos.getAsLong();
      whole = true;
      begin(0);
    }
    for (long left = bytes; left > 0 && scan != null && !closing; left -= STEP_BYTES) {
      long most = Math.min(left, STEP_BYTES);
      long read = scan.read(most);
      progress = progress.read(read);
      if (read < most) {
        ended();
      }
    }
  }

  private void begin(int next) {
    part = next;
    scan = files.get(next).begin();
  }

  /** All files of a part were read, but for those that could not be opened. */
  private void ended() {
    SkippedFiles skipped = scan.skipped();
    if (skipped.count() > 0) {
      whole = false;
      LOG.warn(
          "A scrub could not open {} files, and will try again: {}",
          skipped.count(),
          skipped.first());
    }
    end();
    if (part + 1 < files.size()) {
      begin(part + 1);
    } else if (whole) {
      progress = progress.passed(millis.getAsLong());
    }
  }

  private void end() {
    if (scan != null) {
      scan.close();
      scan = null;
    }
  }

  /** How far it has come. */
  ScrubProgress progress() {
    return progress;
  }

  /** Waits for what is being read now; for tests. */
  void await() {
    if (rate > 0) {
      CompletableFuture.runAsync(() -> {}, thread).join();
    }
  }

  /** Waits for what is being read now. */
  @Override
  public void close() {
    closing = true;
    execute(this::end);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSES_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("A scrub still waits for the disk");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
