package io.zabdb.bench.load;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Operations that begin at times that are set beforehand, as those of many users do who know
 * nothing of each other, whatever is still unanswered. How long one takes counts from the time that
 * was set: a pause of the store, or of this process, delays all that were to begin meanwhile, and
 * each tells of it (no coordinated omission). Gaps are exponentially distributed. Used once.
 */
public final class OpenLoop implements Load {

  /** What an operation is counted as that finds too many unanswered, and is not sent. */
  static final String NOT_SENT = "NOT_SENT";

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How time passes. */
  interface Pace {

    /** In nanoseconds, from an arbitrary time on. */
    long now();

    /** Returns at that time, or later. */
    void await(long nanos) throws InterruptedException;
  }

  private final List<? extends LoadStore> stores;
  private final double perSecond;
  private final int mostUnanswered;
  private final KeySpace keys;
  private final Mix mix;
  private final Recording recording;
  private final Pace pace;
  private final SplittableRandom random;
  private final Thread thread = new Thread(this::run, "open-loop");
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** Operations without an answer, and one for the thread as long as it begins others. */
  private final AtomicInteger open = new AtomicInteger(1);

  /**
   * @param stores take turns
   * @param perSecond how many operations begin in a second, on average; above 0
   * @param mostUnanswered at once, at least 1; what is to begin beyond them counts as an error
   * @param seed of times, rows, values and kinds
   */
  public OpenLoop(
      List<? extends LoadStore> stores,
      double perSecond,
      int mostUnanswered,
      KeySpace keys,
      Mix mix,
      Recording recording,
      long seed) {
    this(stores, perSecond, mostUnanswered, keys, mix, recording, seed, new RealPace());
  }

  OpenLoop(
      List<? extends LoadStore> stores,
      double perSecond,
      int mostUnanswered,
      KeySpace keys,
      Mix mix,
      Recording recording,
      long seed,
      Pace pace) {
    this.stores = List.copyOf(stores);
    this.perSecond = perSecond;
    this.mostUnanswered = mostUnanswered;
    this.keys = keys;
    this.mix = mix;
    this.recording = recording;
    this.pace = pace;
    random = new SplittableRandom(seed);
    thread.setDaemon(true);
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public CompletableFuture<Void> stop() {
    thread.interrupt();
    return ended;
  }

  private void run() {
    long begun = pace.now();
    double passed = 0;
    try {
      for (int turn = 0;
          !Thread.currentThread().isInterrupted();
          turn = (turn + 1) % stores.size()) {
        passed -= Math.log(1 - random.nextDouble()) * NANOS / perSecond;
        long due = begun + (long) passed;
        Operation operation = Operation.draw(keys, mix, random);
        pace.await(due);
        begin(operation, stores.get(turn), due);
      }
    } catch (InterruptedException e) {
      // Told to stop.
      Thread.currentThread().interrupt();
    } finally {
      closed();
    }
  }

  private void begin(Operation operation, LoadStore store, long due) {
    if (open.get() > mostUnanswered) {
      recording.failed(NOT_SENT);
      return;
    }
    open.incrementAndGet();
    operation
        .ask(store)
        .whenComplete(
            (epoch, failure) -> {
              if (failure == null) {
                recording.succeeded(epoch != Outcomes.READ, pace.now() - due);
              } else {
                recording.failed(ErrorNames.of(failure));
              }
              closed();
            });
  }

  private void closed() {
    if (open.decrementAndGet() == 0) {
      ended.complete(null);
    }
  }

  private static final class RealPace implements Pace {

    @Override
    public long now() {
      return System.nanoTime();
    }

    @Override
    public void await(long nanos) throws InterruptedException {
      long left = nanos - System.nanoTime();
      while (left > 0) {
        LockSupport.parkNanos(left);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        left = nanos - System.nanoTime();
      }
    }
  }
}
