package io.zabdb.testkit.sim.store;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;

/** A copy of a store, as a checkpoint. Immutable. */
public final class Snapshot implements Checkpoint {

  private final Store copy;

  public Snapshot(Store store) {
    copy = new Store(store);
  }

  /** A new store in this state. */
  public Store restore() {
    return new Store(copy);
  }

  @Override
  public long length() {
    return copy.length();
  }

  @Override
  public Zxid zxid() {
    return copy.zxid();
  }

  @Override
  public Roster roster() {
    return copy.roster();
  }

  @Override
  public String toString() {
    return "checkpoint(" + length() + " at " + zxid() + ")";
  }
}
