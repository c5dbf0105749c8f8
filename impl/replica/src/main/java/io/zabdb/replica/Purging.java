package io.zabdb.replica;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.step.Input;
import io.zabdb.core.zab.Replica;
import io.zabdb.log.LogPosition;
import io.zabdb.replica.metrics.ReplicaMetrics;

/** What becomes of the log, and of older checkpoints, when there is a newer one. By the loop. */
final class Purging {

  private final Turns turns;
  private final Replica replica;
  private final LogPurge log;
  private final Checkpointer checkpointer;
  private final ReplicaMetrics metrics;

  Purging(
      Turns turns,
      Replica replica,
      LogPurge log,
      Checkpointer checkpointer,
      ReplicaMetrics metrics) {
    this.turns = turns;
    this.replica = replica;
    this.log = log;
    this.checkpointer = checkpointer;
    this.metrics = metrics;
  }

  /** The log up to a checkpoint that was taken is no longer needed. */
  void upTo(Checkpoint checkpoint) {
    // A core that waits for room may wait for just this.
    boolean isWanted = turns.isOpen() || (!turns.isOver() && log.isShortOfRoom());
    if (!isWanted || checkpoint.length() <= replica.state().checkpoint()) {
      return;
    }
    turns.step(new Input.CheckpointTaken(checkpoint));
    metrics.checkpointed();
    log.upTo(new LogPosition(checkpoint.length(), checkpoint.zxid()));
    checkpointer.deleteBelow(checkpoint.length());
  }

  /** The log begins behind a checkpoint that was received. */
  void installed(Checkpoint checkpoint) {
    checkpointer.installed(checkpoint);
    log.forget();
  }

  /** Purges what is no longer being sent to any member. To be called now and then. */
  void look() {
    log.look();
  }
}
