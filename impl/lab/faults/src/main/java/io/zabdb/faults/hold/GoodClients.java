package io.zabdb.faults.hold;

import io.zabdb.client.ZabClient;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Column;
import io.zabdb.model.error.ZabException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that behave: each puts and gets 1 KB by turns. */
final class GoodClients {

  private static final int THREADS = 4;
  private static final int ROWS = 1_000;
  private static final int BYTES = 1_000;
  private static final Column COLUMN = Column.of("default", "good");

  private final AtomicLong done = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopping;

  GoodClients(Site site) {
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Thread thread = new Thread(() -> run(site, number), "good-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void run(Site site, int number) {
    Random random = new Random(number);
    byte[] value = new byte[BYTES];
    try (ZabClient client = site.client(Duration.ofSeconds(10))) {
      while (!stopping) {
        random.nextBytes(value);
        Bytes row = Bytes.of("good-" + random.nextInt(ROWS));
        try {
          ZabClient.await(client.put(row, COLUMN, Bytes.of(value)));
          ZabClient.await(client.get(row, COLUMN));
          done.addAndGet(2);
        } catch (ZabException e) {
          failed.incrementAndGet();
        }
      }
    }
  }

  /** How many operations succeeded. */
  long done() {
    return done.get();
  }

  /** How many did not. */
  long failed() {
    return failed.get();
  }

  /** Stops them, once what they do now is answered. */
  void stop() throws InterruptedException {
    stopping = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
