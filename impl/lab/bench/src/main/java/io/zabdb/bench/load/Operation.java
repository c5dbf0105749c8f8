package io.zabdb.bench.load;

import io.zabdb.model.data.Bytes;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * What a client asks for next.
 *
 * @param value empty: the row is read
 */
record Operation(Bytes row, Optional<Bytes> value) {

  /** One that is drawn. */
  static Operation draw(KeySpace keys, Mix mix, SplittableRandom random) {
    boolean isWrite = random.nextInt(100) < mix.writePercent();
    Bytes row = keys.anyRow(random);
    return new Operation(row, isWrite ? Optional.of(keys.value(random)) : Optional.empty());
  }

  /**
   * Asks for it.
   *
   * @return the epoch of the leader that made a write; {@link Outcomes#READ} for a read, which
   *     fails if the row is not there: all rows were loaded before
   */
  CompletableFuture<Long> ask(LoadStore store) {
    return value.isPresent()
        ? store.write(row, value.get())
        : store.read(row).thenApply(Operation::found);
  }

  private static long found(Optional<Bytes> value) {
    if (value.isEmpty()) {
      throw new MissingRow();
    }
    return Outcomes.READ;
  }

  /** A row that was loaded is not there. */
  private static final class MissingRow extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
