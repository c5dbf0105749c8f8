package io.zabdb.storage.engine;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.tree.TreePressure;

/** For the part that decides when compactions run. Thread-safe. */
public interface CompactionControl {

  /** Whether the store compacts by itself. It does when opened. */
  void setAutomatic(boolean automatic);

  /**
   * Limits what flushes and compactions write from now on, also those that run.
   *
   * @param bytesPerSecond 0: the limit that the store was opened with, or none
   */
  void limitRate(long bytesPerSecond);

  /** Compacts a part of a partition, and returns when it is done. Reads and writes go on. */
  void compact(String partition, TokenRange range);

  /** Compacts sessions and what else is no cell, and returns when it is done. */
  void compactRecords();

  /** The present pressure. Polled: cheap enough for some times a second. */
  TreePressure sample();
}
