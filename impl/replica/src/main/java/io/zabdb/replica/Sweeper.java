package io.zabdb.replica;

import io.zabdb.model.data.Bytes;
import java.util.Optional;

/**
 * Deletes cells that cannot be read any more: versions beyond those that their family keeps, and
 * expired ones; and records of sessions that are forgotten. It goes round all partitions in small
 * steps, and looks at a few cells for each entry that was applied, so that garbage cannot grow
 * faster than it is found. Not thread-safe.
 */
final class Sweeper {

  /**
   * How many cells and records for each entry, which leaves one of each: with two, garbage would be
   * as much as data.
   */
  private static final long CELLS_PER_ENTRY = 4;

  /** After a time of much work it does not sweep for ever. */
  private static final long MAX_OWED = 10_000_000;

  /** Entries wait for one step at most. */
  private static final int STEP_CELLS = 200;

  private final ReplicaStore store;

  /** Where the next step begins: in this partition, or the next one by name. */
  private String partition = "";

  private Bytes from;

  /** Cells that there was no time for. */
  private long owed;

  Sweeper(ReplicaStore store) {
    this.store = store;
  }

  /** So many entries were applied since the last time: there is more to sweep. */
  void owe(long entries) {
    owed = Math.min(MAX_OWED, owed + entries * CELLS_PER_ENTRY);
  }

  /**
   * Takes a step; for those who use the store.
   *
   * @return whether there is another one to take
   */
  boolean step() {
    Optional<String> next = store.engine().partitionFrom(partition);
    if (owed <= 0 || next.isEmpty()) {
      return false;
    }
    if (!next.get().equals(partition)) {
      partition = next.get();
      from = null;
    }
    from = store.engine().collect(partition, from, STEP_CELLS);
    if (from == null) {
      // The next one by name.
      partition += '\0';
    }
    owed -= STEP_CELLS;
    return owed > 0;
  }
}
