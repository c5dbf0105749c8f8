package io.zabdb.simulator.disk;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import io.zabdb.storage.memory.MemoryDisk;

/**
 * A checkpoint of a simulated replica.
 *
 * @param state as it was flushed; nobody changes it
 */
record StoredCheckpoint(long length, Zxid zxid, Roster roster, MemoryDisk state)
    implements Checkpoint {

  @Override
  public String toString() {
    return "checkpoint of " + length + " up to " + zxid;
  }
}
