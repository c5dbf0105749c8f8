package io.zabdb.testkit.sim.store;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import java.util.Collections;
import java.util.Map;

/** A copy of a store, as a checkpoint. Immutable. */
public final class Snapshot implements Checkpoint {

  private final Store copy;
  private final Map<Long, Long> sessions;

  public Snapshot(Store store) {
    copy = new Store(store);
    sessions = Collections.unmodifiableMap(copy.lastRequests());
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
  public Map<Long, Long> sessions() {
    return sessions;
  }

  @Override
  public String toString() {
    return "checkpoint(" + length() + " at " + zxid() + ")";
  }
}
