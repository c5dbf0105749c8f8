package io.zabdb.replica;

import io.zabdb.core.step.Refusal;
import io.zabdb.storage.engine.Snapshot;

/** A read that waits for its turn. One method is called, once, by any thread. */
public interface ReadCallback {

  /** Whether it may take long: then it does not hold up others, and has a snapshot for itself. */
  boolean isLong();

  /** Reads. The snapshot is valid during the call. */
  void read(Snapshot snapshot);

  /**
   * It is not served here.
   *
   * @param leader the member that seems to lead, or -1
   */
  void refused(Refusal refusal, int leader);

  /** The replica is closing, or the read failed. */
  void failed(RuntimeException cause);
}
