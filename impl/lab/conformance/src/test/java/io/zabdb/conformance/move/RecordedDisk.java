package io.zabdb.conformance.move;

import io.zabdb.log.file.LogFiles;
import io.zabdb.replica.Checkpoints;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.storage.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The disk of a replica, of which is recorded what its store applies. */
record RecordedDisk(ReplicaDisk disk, MoveRecorder recorder) implements ReplicaDisk {

  @Override
  public StorageEngine openStore() {
    return new RecordedStore(disk.openStore(), recorder);
  }

  @Override
  public String location() {
    return disk.location();
  }

  @Override
  public LogFiles openLog() throws IOException {
    return disk.openLog();
  }

  @Override
  public Checkpoints checkpoints() {
    return new RecordedCheckpoints(disk.checkpoints());
  }

  @Override
  public Optional<Path> moves() {
    return disk.moves();
  }

  @Override
  public void setStoreAside() throws IOException {
    disk.setStoreAside();
  }

  @Override
  public void markDamaged(String what) throws IOException {
    disk.markDamaged(what);
  }

  @Override
  public String replaceDamaged(long purged) throws IOException {
    return disk.replaceDamaged(purged);
  }
}
