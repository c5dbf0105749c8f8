package io.zabdb.bench.growth;

import io.zabdb.bench.load.ClosedLoop;
import io.zabdb.bench.load.Load;
import io.zabdb.bench.load.LoadStore;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.load.OpenLoop;
import io.zabdb.bench.load.Recording;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The clients of a store that grows: those that are there all the time, and those that ask as fast
 * as they are answered, for a while in place of the others. For one thread.
 */
final class GrowthClients implements AutoCloseable {

  /** ElasCass's read-intensive mix. */
  static final Mix READS = new Mix(5);

  /** ElasCass's write-intensive mix. */
  static final Mix WRITES = new Mix(50);

  private static final int MOST_UNANSWERED = 1_000;
  private static final double NANOS = 1e9;

  /** Any operation is tried for a shorter time. */
  private static final long END_SECONDS = 120;

  private final List<? extends LoadStore> stores;
  private final RealSettings settings;
  private final Recording recording = new Recording();
  private final ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor();
  private Load usual;
  private long since;

  /** Those that are there all the time begin. */
  GrowthClients(List<? extends LoadStore> stores, RealSettings settings) {
    this.stores = stores;
    this.settings = settings;
    usual = begin();
  }

  private Load begin() {
    Load load =
        new OpenLoop(
            stores,
            settings.perSecond(),
            MOST_UNANSWERED,
            settings.keys(),
            READS,
            recording,
            settings.seed());
    recording.take();
    since = System.nanoTime();
    load.start();
    return load;
  }

  /** What they saw since the last call. */
  ServedLoad take() {
    long now = System.nanoTime();
    ServedLoad served = ServedLoad.of((now - since) / NANOS, recording.take());
    since = now;
    return served;
  }

  /**
   * As many operations as a few clients can do, one after the other each.
   *
   * @throws java.util.concurrent.CompletionException if clients do not end
   */
  ServedLoad most(Mix mix) throws InterruptedException {
    end(usual);
    recording.take();
    ClosedLoop fast =
        new ClosedLoop(
            stores, settings.clients(), settings.keys(), mix, recording, pauses, settings.seed());
    long start = System.nanoTime();
    fast.start();
    try {
      Thread.sleep(settings.measure().toMillis());
    } finally {
      end(fast);
    }
    ServedLoad served = ServedLoad.of((System.nanoTime() - start) / NANOS, recording.take());
    usual = begin();
    return served;
  }

  private static void end(Load load) {
    load.stop().orTimeout(END_SECONDS, TimeUnit.SECONDS).join();
  }

  /** Lets those that are under way end. */
  @Override
  public void close() {
    try {
      end(usual);
    } finally {
      pauses.shutdown();
    }
  }
}
