package io.zabdb.replica;

import io.zabdb.log.file.LogFiles;
import io.zabdb.storage.engine.StorageEngine;

/** A disk that takes note of damage, and has nothing else. */
final class NotedDamage implements ReplicaDisk {

  private String noted = "";

  /** What was noted last; empty: nothing. */
  synchronized String noted() {
    return noted;
  }

  @Override
  public synchronized void markDamaged(String what) {
    noted = what;
  }

  @Override
  public String replaceDamaged(long purged) {
    return "";
  }

  @Override
  public String location() {
    return "nowhere";
  }

  @Override
  public LogFiles openLog() {
    throw new UnsupportedOperationException("there is no log");
  }

  @Override
  public StorageEngine openStore() {
    throw new UnsupportedOperationException("there is no store");
  }

  @Override
  public Checkpoints checkpoints() {
    throw new UnsupportedOperationException("there are no checkpoints");
  }

  @Override
  public void setStoreAside() {
    throw new UnsupportedOperationException("there is no store");
  }
}
