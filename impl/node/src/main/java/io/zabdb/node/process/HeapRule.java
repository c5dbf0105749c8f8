package io.zabdb.node.process;

import io.zabdb.node.config.NodeConfig;

/**
 * Of each entry that members may lack the place is kept in memory, up to twice the checkpoint
 * interval of each replica. A heap that these could fill ends the process in the midst of its work:
 * so the node does not start.
 */
final class HeapRule {

  /** Behind each update: objects, and what is in the young generation only for now. */
  private static final double MAX_SHARE = 0.6;

  /** What the place of an entry takes; of the interval, an entry takes {@link #MIN_BYTES}. */
  private static final long PLACE_BYTES = 56;

  private static final long MIN_BYTES = 128;

  private final NodeConfig config;
  private final long heap;

  /**
   * @param heap the most bytes that the heap may have
   */
  HeapRule(NodeConfig config, long heap) {
    this.config = config;
    this.heap = heap;
  }

  /**
   * Checks.
   *
   * @throws StartRefusedException if the history could fill the heap
   */
  void check() throws StartRefusedException {
    int replicas = config.sharding().roomOf(config.node());
    long entries = 2 * config.storage().checkpointInterval() * replicas / MIN_BYTES;
    long history = entries * PLACE_BYTES;
    if (history > heap * MAX_SHARE) {
      throw new StartRefusedException(
          ExitCode.MISCONFIGURED,
          "with this checkpoint-interval, the history in memory may have "
              + history
              + " bytes, which is more than 60% of a heap of "
              + heap
              + ": choose a smaller interval, or a larger heap (ZABDB_NODE_JAVA_OPTS=-Xmx...)");
    }
  }
}
