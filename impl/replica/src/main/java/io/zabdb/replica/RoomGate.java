package io.zabdb.replica;

import java.io.IOException;

/**
 * What is not written yet has a bound, whether the disk is slow or has no room: beyond it a replica
 * that does not lead takes nothing more, until that is written. What a leader takes is bounded by
 * what its clients may ask for. By the event loop.
 */
final class RoomGate {

  private final LogWriter log;
  private final long mostBytes;
  private boolean shut;

  /**
   * @param mostBytes of entries that may wait for the disk, about
   */
  RoomGate(LogWriter log, long mostBytes) {
    this.log = log;
    this.mostBytes = mostBytes;
  }

  boolean isShut() {
    return shut;
  }

  /** Whether nothing more is to be taken from now on. */
  boolean shuts(boolean leads) {
    boolean shuts = !shut && !leads && isFull();
    shut |= shuts;
    return shuts;
  }

  /** Writes what waits, if the gate is shut; whether it is open again then. */
  boolean opens() throws IOException {
    if (shut) {
      log.write();
      shut = log.isDiskFull() || isFull();
      return !shut;
    }
    return false;
  }

  private boolean isFull() {
    return log.unwrittenBytes() > mostBytes;
  }
}
