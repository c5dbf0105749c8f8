package io.zabdb.replica;

import io.zabdb.environment.Loop;
import io.zabdb.environment.peer.PeerPort;
import java.util.concurrent.TimeUnit;

/**
 * Writes to the log and sends to the others what turns of the loop have led to. What is sent and
 * written while the log is being synced goes together once that has ended, or soon. By the loop.
 */
final class Release {

  /** A slow disk of this replica must not hold up the others. */
  private static final long MAX_HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Loop loop;
  private final Turns turns;
  private final LogWrites log;
  private final HistoryWindow window;
  private final PeerPort port;
  private Loop.Timer releasing;
  private boolean overdue;

  Release(Loop loop, Turns turns, LogWrites log, HistoryWindow window, PeerPort port) {
    this.loop = loop;
    this.turns = turns;
    this.log = log;
    this.window = window;
    this.port = port;
  }

  /** A turn has ended. */
  void turnEnded() {
    if (log.isSyncing() && !overdue) {
      hold();
    } else {
      release();
    }
  }

  private void hold() {
    if (releasing == null) {
      releasing =
          loop.schedule(
              MAX_HELD_NANOS,
              () -> {
                overdue = true;
                turns.finish();
              });
    }
  }

  private void release() {
    if (releasing != null) {
      releasing.cancel();
      releasing = null;
    }
    overdue = false;
    log.write();
    log.countAsSynced();
    if (turns.isOpen()) {
      window.settle(log.written(), turns::step);
    }
    if (!turns.isOver()) {
      port.flush();
    }
  }
}
