package io.zabdb.log;

import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the work of {@link Spares} with a thread of its own. */
final class SpareThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SpareThread.class);

  private final Spares spares;
  private final Consumer<Exception> failed;
  private final Thread thread;

  /**
   * Starts.
   *
   * @param failed told of the failure that ends the thread, by it
   * @param threads makes the thread; nobody may interrupt it
   */
  SpareThread(Spares spares, Consumer<Exception> failed, ThreadFactory threads) {
    this.spares = spares;
    this.failed = failed;
    spares.start();
    thread = threads.newThread(this::run);
    thread.start();
  }

  /** Returns soon: a file that is being filled is left unfinished. */
  @Override
  public void close() {
    spares.stop();
    Threads.join(thread);
  }

  private void run() {
    boolean told = false;
    try {
      while (spares.awaitWork()) {
        if (!spares.work() && !told) {
          LOG.warn("no room on the disk to prepare a log file ahead of time");
          told = true;
        }
      }
    } catch (IOException | RuntimeException | InterruptedException e) {
      failed.accept(e);
    }
  }
}
