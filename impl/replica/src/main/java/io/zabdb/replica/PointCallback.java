package io.zabdb.replica;

import io.zabdb.core.step.Refusal;

/**
 * A replica of the group waits for a read point: how much of the log its reads must see. One method
 * is called, once, by the loop.
 */
public interface PointCallback {

  /** Whoever reads after so many entries misses nothing that was committed before it was asked. */
  void point(long length);

  /**
   * This replica cannot say.
   *
   * @param leader the member that seems to lead, or -1
   */
  void refused(Refusal refusal, int leader);
}
