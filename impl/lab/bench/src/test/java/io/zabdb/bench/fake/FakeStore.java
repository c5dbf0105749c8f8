package io.zabdb.bench.fake;

import io.zabdb.bench.load.BenchStore;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** A store in memory. Answers at once, or by threads of its own. Thread-safe. */
public final class FakeStore implements BenchStore {

  /** What happens to an update. */
  public enum Mishap {
    NONE,
    /** It is answered, but not made. */
    LOST,
    /** It is made twice, as after a retry without a session. */
    DOUBLED,
    /** It is made, but nobody knows. */
    MADE_UNANSWERED,
    /** It is not made, but nobody knows. */
    UNMADE_UNANSWERED,
    /** It is refused. */
    REFUSED,
    /** A condition that holds is said not to hold. */
    DENIED
  }

  private final Map<Bytes, Cell> cells = new HashMap<>();
  private final boolean isAsynchronous;
  private Function<Boolean, Mishap> mishaps = isConditional -> Mishap.NONE;
  private long epoch = 1;
  private long counter;

  public FakeStore(boolean isAsynchronous) {
    this.isAsynchronous = isAsynchronous;
  }

  /** What happens to each update from now on; told whether it has a condition. */
  public synchronized void mishaps(Function<Boolean, Mishap> from) {
    mishaps = from;
  }

  /** Another leads. */
  public synchronized void nextEpoch() {
    epoch++;
  }

  /** How many rows there are. */
  public synchronized int rows() {
    return cells.size();
  }

  @Override
  public CompletableFuture<Version> put(Bytes row, Bytes value) {
    return later(() -> update(row, value, false, () -> true).version().orElseThrow());
  }

  @Override
  public CompletableFuture<CheckResult> replace(Bytes row, Optional<Bytes> expected, Bytes value) {
    return later(
        () ->
            update(
                row,
                value,
                true,
                () -> expected.equals(Optional.ofNullable(cells.get(row)).map(Cell::value))));
  }

  @Override
  public CompletableFuture<Optional<Cell>> get(Bytes row) {
    return later(() -> Optional.ofNullable(cells.get(row)));
  }

  private CheckResult update(
      Bytes row, Bytes value, boolean isConditional, Supplier<Boolean> condition) {
    Mishap mishap = mishaps.apply(isConditional);
    if (mishap == Mishap.REFUSED) {
      throw ZabException.of(ErrorCode.OVERLOADED, "too much");
    }
    boolean isUnanswered = mishap == Mishap.MADE_UNANSWERED || mishap == Mishap.UNMADE_UNANSWERED;
    CheckResult result = new CheckResult(Optional.empty());
    boolean isDenied = isConditional && mishap == Mishap.DENIED;
    if (condition.get() && !isDenied) {
      Version version = new Version(0, epoch, ++counter);
      if (mishap != Mishap.LOST && mishap != Mishap.UNMADE_UNANSWERED) {
        write(row, value, version);
      }
      result = new CheckResult(Optional.of(version));
    }
    if (mishap == Mishap.DOUBLED) {
      if (condition.get()) {
        write(row, value, new Version(0, epoch, ++counter));
      } else {
        // What the second of two tells, and the first has no one to tell.
        result = new CheckResult(Optional.empty());
      }
    }
    if (isUnanswered) {
      throw new ZabException(ErrorCode.TIMEOUT, "no answer", true, null);
    }
    return result;
  }

  private void write(Bytes row, Bytes value, Version version) {
    cells.put(row, new Cell(row, Column.DEFAULT, version, 0, value));
  }

  private <T> CompletableFuture<T> later(Supplier<T> action) {
    if (isAsynchronous) {
      return CompletableFuture.supplyAsync(() -> now(action));
    }
    try {
      return CompletableFuture.completedFuture(now(action));
    } catch (ZabException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private synchronized <T> T now(Supplier<T> action) {
    return action.get();
  }
}
