package io.zabdb.faults.torture.strike;

import io.zabdb.client.ZabClient;
import io.zabdb.faults.process.Waiting;
import io.zabdb.model.error.ZabException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that write values over and over, as fast as they may, until they are closed. */
final class Writes implements AutoCloseable {

  private static final int ROWS_EACH = 8;

  private final ZabClient client;
  private final String value;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean closing;

  Writes(ZabClient client, int writers, int bytes) {
    this.client = client;
    value = "x".repeat(bytes);
    for (int writer = 0; writer < writers; writer++) {
      int number = writer;
      threads.add(new Thread(() -> write(number), "large-writes-" + writer));
    }
    threads.forEach(Thread::start);
  }

  private void write(int writer) {
    for (int round = 0; !closing; round++) {
      try {
        ZabClient.await(client.put("large-" + writer + "-" + round % ROWS_EACH, value));
        done.incrementAndGet();
      } catch (ZabException e) {
        // Being slowed down is what is wanted of the cluster.
        refused.incrementAndGet();
      }
    }
  }

  /** How many were acknowledged. */
  long done() {
    return done.get();
  }

  void awaitDone(long count) throws Exception {
    Waiting.until(
        count + " large writes",
        () -> "(" + done + " are done, " + refused + " were refused)",
        () -> done() >= count);
  }

  /** Each thread ends with the write that it makes now, unless this one is interrupted. */
  @Override
  public void close() {
    closing = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
