package io.zabdb.replica;

import io.zabdb.log.LogPosition;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Purges the log up to checkpoints, but keeps what another member is being sent at present: it
 * would have to begin anew, and under load never end. On a disk that is short of room nothing is
 * kept for others. By the event loop.
 */
final class LogPurge {

  private final Consumer<LogPosition> log;
  private final LongSupplier needed;
  private final BooleanSupplier isShortOfRoom;

  /** Up to where it may be purged, the shortest first. */
  private final ArrayDeque<LogPosition> due = new ArrayDeque<>();

  /**
   * @param log is purged up to there
   * @param needed the index of the oldest entry that is still to be sent; {@link Long#MAX_VALUE}:
   *     none is
   */
  LogPurge(Consumer<LogPosition> log, LongSupplier needed, BooleanSupplier isShortOfRoom) {
    this.log = log;
    this.needed = needed;
    this.isShortOfRoom = isShortOfRoom;
  }

  /** The core no longer needs the entries up to there. */
  void upTo(LogPosition checkpoint) {
    due.add(checkpoint);
    look();
  }

  /** Purges what is no longer being sent to any member. To be called now and then. */
  void look() {
    if (due.isEmpty()) {
      return;
    }
    long first = isShortOfRoom.getAsBoolean() ? Long.MAX_VALUE : needed.getAsLong();
    LogPosition last = null;
    while (!due.isEmpty() && due.peek().length() < first) {
      last = due.poll();
    }
    if (last != null) {
      log.accept(last);
    }
  }

  /** Whether the disk is. */
  boolean isShortOfRoom() {
    return isShortOfRoom.getAsBoolean();
  }

  /** The log has begun anew. */
  void forget() {
    due.clear();
  }
}
