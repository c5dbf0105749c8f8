package io.zabdb.conformance.move;

import io.zabdb.replica.Checkpoints;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.memory.ForwardingDisk;
import io.zabdb.storage.engine.StorageEngine;

/** The disk of a replica, of which is recorded what its store applies. */
final class RecordedDisk extends ForwardingDisk {

  private final MoveRecorder recorder;

  RecordedDisk(ReplicaDisk disk, MoveRecorder recorder) {
    super(disk);
    this.recorder = recorder;
  }

  @Override
  public StorageEngine openStore() {
    return new RecordedStore(super.openStore(), recorder);
  }

  @Override
  public Checkpoints checkpoints() {
    return new RecordedCheckpoints(super.checkpoints());
  }
}
