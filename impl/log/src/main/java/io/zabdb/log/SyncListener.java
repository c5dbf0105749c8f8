package io.zabdb.log;

import io.zabdb.core.step.EpochField;

/**
 * Hears what is on disk. Called by the thread of a {@link GroupCommit}; it hands the news to the
 * thread of the replica and returns at once.
 */
public interface SyncListener {

  /** A sync, or the write of an epoch, begins; by default nobody cares. */
  default void begins() {}

  /**
   * For {@code Input.LogSynced}: so much of the log is on disk, or was until its tail was cut.
   *
   * @param entries how many the sync covered, about
   * @param nanos how long it took
   */
  void logSynced(LogPosition synced, long entries, long nanos);

  /** For {@code Input.EpochWritten}. */
  void epochWritten(EpochField field, long epoch);

  /**
   * The log has failed in this thread; nothing more will be heard, and the process has to end. A
   * failure in another thread is thrown there.
   */
  void failed(Exception cause);
}
