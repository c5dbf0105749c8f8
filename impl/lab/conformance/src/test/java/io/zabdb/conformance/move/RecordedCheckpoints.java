package io.zabdb.conformance.move;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.step.Connection;
import io.zabdb.replica.Checkpoints;
import io.zabdb.storage.engine.StorageEngine;
import java.util.List;

/** The checkpoints of a replica whose store is recorded: those of the store itself. */
record RecordedCheckpoints(Checkpoints checkpoints) implements Checkpoints {

  private static StorageEngine itself(StorageEngine store) {
    return store instanceof RecordedStore recorded ? recorded.engine() : store;
  }

  @Override
  public List<Checkpoint> open(long least) {
    return checkpoints.open(least);
  }

  @Override
  public Checkpoint take(StorageEngine store) {
    return checkpoints.take(itself(store));
  }

  @Override
  public Checkpoint adopt(Checkpoint received) {
    return checkpoints.adopt(received);
  }

  @Override
  public void load(Checkpoint checkpoint, StorageEngine store) {
    checkpoints.load(checkpoint, itself(store));
  }

  @Override
  public void lend(Connection connection, Checkpoint checkpoint) {
    checkpoints.lend(connection, checkpoint);
  }

  @Override
  public void release(Connection connection) {
    checkpoints.release(connection);
  }

  @Override
  public void discard(Checkpoint received) {
    checkpoints.discard(received);
  }

  @Override
  public void deleteBelow(long length) {
    checkpoints.deleteBelow(length);
  }
}
