package io.zabdb.log;

import io.zabdb.environment.Clock;
import io.zabdb.environment.Worker;
import io.zabdb.environment.Workers;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the work of {@link Spares} with a worker of its own, one step after the other. */
final class SpareWorker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SpareWorker.class);

  /** The longest pause between the parts of a file that is being filled. */
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Spares spares;
  private final Consumer<Exception> failed;
  private final Clock clock;
  private final Pauses pauses;
  private final Worker worker;

  /** Of the worker. */
  private boolean told;

  /**
   * Starts.
   *
   * @param failed told of the failure that ends the work, by the worker
   */
  SpareWorker(
      Spares spares, Consumer<Exception> failed, Workers workers, Clock clock, Pauses pauses) {
    this.spares = spares;
    this.failed = failed;
    this.clock = clock;
    this.pauses = pauses;
    worker = workers.open("log-spares", 1);
    spares.start(this::submit);
  }

  /** Returns soon: a file that is being filled is left unfinished. */
  @Override
  public void close() throws IOException {
    spares.stop();
    worker.close();
    spares.leaveUnfinished();
  }

  /** The one who submits is told by {@link Spares} whether a step waits already. */
  private void submit() {
    worker.submit(this::step);
  }

  private void step() {
    try {
      long start = clock.nanos();
      if (!spares.step() && !told) {
        LOG.warn("no room on the disk to prepare a log file ahead of time");
        told = true;
      }
      if (!spares.goesOn()) {
        return;
      }
      if (spares.isFilling()) {
        // The disk is left to others for as long as it was taken.
        pauses.after(Math.min(clock.nanos() - start, MAX_PAUSE_NANOS), this::submit);
      } else {
        submit();
      }
    } catch (IOException | RuntimeException e) {
      failed.accept(e);
    }
  }
}
