package io.zabdb.scale.elastic;

import io.zabdb.balance.load.HitMeters;

/**
 * What clients ask, and what it costs. A read is done by a leader alone, an update by a leader and,
 * with less work, by each follower; work is counted in updates of a leader.
 *
 * @param reads the share of operations that are reads, 0 to 1
 */
public record OperationMix(double reads) {

  /** ElasCass's write-intensive mix. */
  public static final OperationMix WRITES = new OperationMix(0.5);

  /** ElasCass's read-intensive mix. */
  public static final OperationMix READS = new OperationMix(0.95);

  /** What a follower has to do for an update, where its leader does 1. */
  static final double FOLLOWER_SHARE = 0.25;

  /** What a node can do: work a second. */
  static final double NODE_WORK = 20_000;

  /** Work of a leader for an operation; also its weighted hits. */
  double lead() {
    return reads * HitMeters.READ_WEIGHT + (1 - reads);
  }

  /** Work of each follower for an operation. */
  double follow() {
    return (1 - reads) * FOLLOWER_SHARE;
  }

  /** Operations a second that take so much of the nodes' work, on average. */
  double operations(double used, int nodes, int replicas) {
    return used * nodes * NODE_WORK / (lead() + (replicas - 1) * follow());
  }
}
