package io.zabdb.replica.memory;

import io.zabdb.log.file.LogFiles;
import io.zabdb.replica.Checkpoints;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.storage.engine.StorageEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Does all that another disk does, but for what a subclass does otherwise. */
public abstract class ForwardingDisk implements ReplicaDisk {

  private final ReplicaDisk disk;

  protected ForwardingDisk(ReplicaDisk disk) {
    this.disk = disk;
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
  public StorageEngine openStore() {
    return disk.openStore();
  }

  @Override
  public Checkpoints checkpoints() {
    return disk.checkpoints();
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
