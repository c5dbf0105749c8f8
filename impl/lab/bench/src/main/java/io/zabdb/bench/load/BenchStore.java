package io.zabdb.bench.load;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Version;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What the measurements ask of ZabDB. Thread-safe. */
public interface BenchStore extends LoadStore {

  /** Writes a row. */
  CompletableFuture<Version> put(Bytes row, Bytes value);

  /**
   * Writes a row if it is as expected.
   *
   * @param expected its value; empty: that it has none
   */
  CompletableFuture<CheckResult> replace(Bytes row, Optional<Bytes> expected, Bytes value);

  /** Reads a row; linearizable. */
  CompletableFuture<Optional<Cell>> get(Bytes row);

  @Override
  default CompletableFuture<Long> write(Bytes row, Bytes value) {
    return put(row, value).thenApply(Version::epoch);
  }

  @Override
  default CompletableFuture<Optional<Bytes>> read(Bytes row) {
    return get(row).thenApply(cell -> cell.map(Cell::value));
  }
}
