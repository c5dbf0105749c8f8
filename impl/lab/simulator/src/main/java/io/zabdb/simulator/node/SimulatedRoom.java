package io.zabdb.simulator.node;

import io.zabdb.node.api.DiskRoom;
import io.zabdb.simulator.disk.DiskState;

/** What a node knows of the room on its disk. */
record SimulatedRoom(DiskState disk) implements DiskRoom {

  @Override
  public long freeBytes() {
    return disk.isFull() ? 0 : Long.MAX_VALUE;
  }

  @Override
  public boolean isShort() {
    return disk.isFull();
  }
}
