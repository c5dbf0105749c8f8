package io.zabdb.replica;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import io.zabdb.replica.settings.ScrubSettings;
import io.zabdb.replica.status.ScrubProgress;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.SkippedFiles;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all files of a store and of its log, over and over and at a rate, so that damage is met
 * while others still have what is damaged here, also where no client reads. It is told the time
 * from outside, a few times a second, or every ten seconds while the replica rests; reads are made
 * by a worker of its own. {@link #go} and {@link #close} are for one thread, all else for any.
 */
final class Scrubber implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Scrubber.class);

  /**
   * What was not read meanwhile is not made up for: at most so much of the rate at once, somewhat
   * more than passes between two samples of a replica that rests.
   */
  private static final long MAX_NANOS = Sampling.RESTING_NANOS * 3 / 2;

  /** Between two looks at whether the replica is closing. */
  private static final long STEP_BYTES = 1 << 20;

  private final List<Scrubbed> files;
  private final long rate;
  private final long intervalNanos;
  private final Clock clock;
  private final Worker worker;
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile ScrubProgress progress = ScrubProgress.NONE;
  private volatile boolean closing;

  // Of the caller.
  private long lastCall;

  // Of the worker, which has one task at a time.
  private FileScan scan;

  /** A pass has begun and not ended. */
  private boolean passing;

  /** Which of the files {@link #scan} reads, or will. */
  private int part;

  /** Whether all of those before could be opened. */
  private boolean whole;

  private boolean begun;
  private long lastBegin;
  private boolean damaged;

  /**
   * @param files are read one after the other in each pass
   */
  Scrubber(List<Scrubbed> files, ScrubSettings settings, Workers workers, Clock clock) {
    this.files = List.copyOf(files);
    rate = settings.rate();
    this.clock = clock;
    intervalNanos = settings.interval().toNanos();
    lastCall = clock.nanos();
    worker = workers.open("scrub");
  }

  /**
   * Reads as much as the time since the last call allows; does not wait for it.
   *
   * @param busy whether the node has better things to do now: then nothing is read
   */
  void go(boolean busy) {
    long now = clock.nanos();
    long passed = Math.min(MAX_NANOS, now - lastCall);
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
    if (!worker.submit(task)) {
      LOG.debug("No scrub: the replica is closing");
    }
  }

  private void readOn(long bytes) {
    try {
      if (!damaged && (passing || isDue())) {
        read(bytes);
      }
    } catch (StorageException e) {
      // The others may have what is lost; what else is damaged here does not matter any more.
      damaged = files.get(part).met(e);
      passing = false;
      end();
    } catch (IllegalStateException e) {
      LOG.debug("No scrub: the replica is closing", e);
    } finally {
      reading.set(false);
    }
  }

  private boolean isDue() {
    return !begun || clock.nanos() - lastBegin >= intervalNanos;
  }

  private void read(long bytes) {
    if (!passing) {
      passing = true;
      begun = true;
      lastBegin = clock.nanos();
      whole = true;
      part = 0;
    }
    for (long left = bytes; left > 0 && hasBegun() && !closing; left -= STEP_BYTES) {
      long most = Math.min(left, STEP_BYTES);
      long read = scan.read(most);
      progress = progress.read(read);
      if (read < most) {
        ended();
      }
    }
  }

  /** Whether there is something to read now; what is being replaced is read the next time. */
  private boolean hasBegun() {
    if (scan == null && passing) {
      scan = files.get(part).begin().orElse(null);
    }
    return scan != null;
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
    part++;
    passing = part < files.size();
    if (!passing && whole) {
      progress = progress.passed(clock.millis());
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

  /** Waits for what is being read now. */
  @Override
  public void close() {
    closing = true;
    execute(this::end);
    worker.close();
  }
}
