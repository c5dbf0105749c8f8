package io.zabdb.replica.settings;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;

/**
 * How much memory a replica takes for entries of its log.
 *
 * @param history on which payloads in the history draw
 * @param historyBytes of payload that the history keeps, the newest; the others are in the log
 *     only. What is not written yet is kept beyond that
 * @param applyQueue on which entries draw that wait to be applied
 * @param applyBytes that these may take; what is committed beyond that waits in the log
 * @param logBuffers on which the buffers draw through which the log is written and read
 */
public record ReplicaMemory(
    MemoryAccount history,
    long historyBytes,
    MemoryAccount applyQueue,
    long applyBytes,
    MemoryAccount logBuffers) {

  /** A replica's history takes half of what it could: what is not written yet comes on top. */
  private static final int HISTORY_SHARE = 2;

  /** The applier holds a batch more than what its queue may have. */
  private static final int APPLY_SHARE = 4;

  /**
   * An equal share of the process's memory.
   *
   * @param replicas of this process
   */
  public static ReplicaMemory of(MemoryBudget budget, int replicas) {
    MemoryAccount history = budget.account(Purpose.HISTORY);
    MemoryAccount applying = budget.account(Purpose.APPLY_QUEUE);
    return new ReplicaMemory(
        history,
        history.limit() / HISTORY_SHARE / replicas,
        applying,
        applying.limit() / APPLY_SHARE / replicas,
        budget.account(Purpose.LOG_BUFFERS));
  }
}
