package io.zabdb.storage.engine;

import io.zabdb.core.shard.TokenRange;
import io.zabdb.storage.tree.Pressure;

/** For whoever owns the timing of compactions. Thread-safe. */
public interface CompactionControl {

  /** Whether the store compacts by itself. It does when opened. */
  void setAutomatic(boolean automatic);

  /**
   * Compacts a part of a partition, and returns when it is done. Reads and writes go on. Small
   * ranges make small steps.
   */
  void compact(String partition, TokenRange range);

  /** Compacts sessions and what else is no cell, and returns when it is done. */
  void compactRecords();

  /** The present pressure. Polled: cheap enough for some times a second. */
  Pressure sample();
}
