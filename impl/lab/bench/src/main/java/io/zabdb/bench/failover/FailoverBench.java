package io.zabdb.bench.failover;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.BenchStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * Makes one fault after another under a light load. A round: all members are in sync; the clients
 * write; the fault is made at a moment that is anywhere between two heartbeats; the clients go on
 * until all have succeeded often under a new leader; the fault is made good; all rows are read and
 * compared with what was answered.
 */
final class FailoverBench {

  /** Moments are spread over more than the time between two heartbeats. */
  private static final int SPREAD_MILLIS = 100;

  private final FailoverTarget target;
  private final FailoverSettings settings;
  private final Consumer<String> progress;
  private final SplittableRandom random;

  FailoverBench(FailoverTarget target, FailoverSettings settings, Consumer<String> progress) {
    this.target = target;
    this.settings = settings;
    this.progress = progress;
    random = new SplittableRandom(settings.seed());
  }

  /**
   * Runs all rounds, the faults in turns: a machine that changes its pace meanwhile does so for all
   * of them.
   */
  List<Round> run() throws IOException, InterruptedException, BenchException {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    try {
      List<Writer> writers = new ArrayList<>();
      for (BenchStore store : target.stores()) {
        writers.add(new Writer(writers.size(), store, settings.valueBytes(), timer));
      }
      List<Round> rounds = new ArrayList<>();
      for (int number = 1; number <= settings.rounds(); number++) {
        for (Fault fault : settings.faults()) {
          Round round = round(fault, number, writers);
          rounds.add(round);
          progress.accept(FailoverReport.line(round));
        }
      }
      return rounds;
    } finally {
      timer.shutdown();
    }
  }

  private Round round(Fault fault, int number, List<Writer> writers)
      throws IOException, InterruptedException, BenchException {
    target.awaitInSync();
    Tally tally = new Tally(writers.size());
    long begin = System.nanoTime();
    writers.forEach(writer -> writer.start(tally));
    if (!tally.await(settings.before(), begin, 0, deadline())) {
      throw new BenchException(
          "before round "
              + number
              + " of "
              + fault
              + ", clients did not succeed within "
              + settings.limit().toSeconds()
              + " s: "
              + tally.errors());
    }
    Thread.sleep(random.nextInt(SPREAD_MILLIS));
    long epoch = tally.epoch();
    long struck = target.strike(fault);
    Ending ending = await(fault, struck, epoch, tally);
    target.heal(fault);
    stop(writers);
    return Round.of(fault, number, ending, struck, epoch, tally);
  }

  private Ending await(Fault fault, long struck, long epoch, Tally tally)
      throws InterruptedException {
    Duration limit = fault == Fault.transfer ? settings.transferLimit() : settings.limit();
    if (tally.await(settings.after(), struck, epoch, System.nanoTime() + limit.toNanos())) {
      return Ending.recovered;
    }
    boolean isServed = tally.await(settings.after(), struck, 0, System.nanoTime());
    return fault == Fault.transfer && isServed ? Ending.givenUp : Ending.notRecovered;
  }

  private long deadline() {
    return System.nanoTime() + settings.limit().toNanos();
  }

  private static void stop(List<Writer> writers) throws BenchException {
    try {
      CompletableFuture.allOf(writers.stream().map(Writer::stop).toArray(CompletableFuture[]::new))
          .join();
    } catch (CompletionException e) {
      throw new BenchException("rows cannot be read back: " + e.getCause().getMessage(), e);
    }
  }
}
