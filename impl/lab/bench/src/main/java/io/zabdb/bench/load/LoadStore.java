package io.zabdb.bench.load;

import io.zabdb.model.data.Bytes;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What a load asks of any store. Thread-safe. Each answer, or an error, comes in bounded time. */
public interface LoadStore {

  /** The epoch of a leader where the store does not tell. */
  long UNKNOWN_EPOCH = 0;

  /**
   * Writes a row, whether it is there or not.
   *
   * @return the epoch of the leader that made it, {@link #UNKNOWN_EPOCH} if the store does not tell
   */
  CompletableFuture<Long> write(Bytes row, Bytes value);

  /** Reads a row, with the promise that is measured. */
  CompletableFuture<Optional<Bytes>> read(Bytes row);
}
