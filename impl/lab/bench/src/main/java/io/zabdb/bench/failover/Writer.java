package io.zabdb.bench.failover;

import io.zabdb.bench.failover.KeyHistory.Content;
import io.zabdb.bench.failover.KeyHistory.Verdict;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.ErrorNames;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ZabException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A client with two rows of its own, which it writes in turns: one it counts up, each time on the
 * condition that it holds what was written last; into the other it puts. One write at a time, with
 * a short pause after each. Goes on and pauses any number of times.
 */
final class Writer {

  private static final long PAUSE_MICROS = 2_000;

  private final int number;
  private final BenchStore store;
  private final ScheduledExecutorService timer;
  private final int valueBytes;
  private final Key counted;
  private final Key put;

  // Of one write after another, handed on by the futures.
  private boolean isCounted;

  private volatile Tally tally;
  private volatile boolean stopping;
  private CompletableFuture<Void> ended;

  /** A row and what is known of it. */
  private record Key(Bytes row, KeyHistory history) {}

  /**
   * @param valueBytes of each value, at least 8
   * @param timer ends pauses
   */
  Writer(int number, BenchStore store, int valueBytes, ScheduledExecutorService timer) {
    this.number = number;
    this.store = store;
    this.valueBytes = valueBytes;
    this.timer = timer;
    counted = new Key(Bytes.of("counted-" + number), new KeyHistory());
    put = new Key(Bytes.of("put-" + number), new KeyHistory());
  }

  /** Begins to write. */
  void start(Tally into) {
    tally = into;
    stopping = false;
    ended = new CompletableFuture<>();
    timer.execute(this::step);
  }

  /** Lets the write under way end, reads both rows, and judges them. */
  CompletableFuture<Void> stop() {
    stopping = true;
    return ended
        .thenCompose(nothing -> check(counted))
        .thenCompose(last -> check(put))
        .thenAccept(last -> {});
  }

  private void step() {
    if (stopping) {
      ended.complete(null);
      return;
    }
    isCounted = !isCounted;
    (isCounted ? count() : put())
        .whenComplete(
            (nothing, failure) -> {
              if (failure != null) {
                tally.failed(ErrorNames.of(failure));
              }
              timer.schedule(this::step, PAUSE_MICROS, TimeUnit.MICROSECONDS);
            });
  }

  private CompletableFuture<Void> put() {
    long next = put.history.issue();
    return store
        .put(put.row, value(next))
        .handle((version, failure) -> written(put, next, version, failure));
  }

  private CompletableFuture<Void> count() {
    long next = counted.history.issue();
    Optional<Bytes> expected = counted.history.current().map(this::value);
    return store
        .replace(counted.row, expected, value(next))
        .handle(
            (result, failure) ->
                failure == null && !result.done()
                    ? refused(next)
                    : CompletableFuture.completedFuture(
                        written(counted, next, version(result), failure)))
        .thenCompose(done -> done);
  }

  private static Version version(CheckResult result) {
    return result == null ? null : result.version().orElseThrow();
  }

  private Void written(Key key, long next, Version version, Throwable failure) {
    if (failure == null) {
      key.history.answered(next, version);
      tally.succeeded(number, System.nanoTime(), version.epoch());
      return null;
    }
    if (mayHaveHappened(failure)) {
      key.history.unanswered(next);
    }
    throw new CompletionException(failure);
  }

  private static boolean mayHaveHappened(Throwable failure) {
    Throwable cause = ErrorNames.cause(failure);
    return !(cause instanceof ZabException known) || known.mayHaveHappened();
  }

  /**
   * Nobody else writes there. So a write of which nobody knew was made; or this very one was made,
   * and then tried again; or the one before is gone. Else there was no reason.
   */
  private CompletableFuture<Void> refused(long next) {
    boolean wasUnsure = counted.history.isUnsure();
    return check(counted)
        .thenAccept(
            verdict -> {
              if (verdict == Verdict.EXPECTED && !wasUnsure) {
                tally.violated("row " + counted.row + ": update " + next + " was refused");
              }
            });
  }

  private CompletableFuture<Verdict> check(Key key) {
    return store
        .get(key.row)
        .thenApply(
            cell -> {
              Verdict verdict = key.history.found(cell.map(Writer::content));
              if (verdict != Verdict.EXPECTED) {
                tally.violated("row " + key.row + ": an update was " + verdict);
              }
              return verdict;
            });
  }

  private Bytes value(long content) {
    return Bytes.wrap(ByteBuffer.allocate(valueBytes).putLong(content).array());
  }

  private static Content content(Cell cell) {
    return new Content(cell.value().asByteBuffer().getLong(), cell.version());
  }
}
