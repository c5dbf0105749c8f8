package io.zabdb.replica;

import io.zabdb.environment.Loop;
import io.zabdb.replica.settings.Durability;

/** Syncs the log from time to time, if the replica acknowledges what is not synced. By the loop. */
final class PeriodicSync {

  private final ReplicaParts parts;
  private Loop.Timer timer;

  PeriodicSync(ReplicaParts parts) {
    this.parts = parts;
  }

  void begin() {
    if (parts.settings().durability() == Durability.PERIODIC) {
      again();
    }
  }

  private void again() {
    timer =
        parts
            .loop()
            .schedule(
                parts.settings().flushInterval().toNanos(),
                () -> {
                  parts.log().syncSoon();
                  again();
                });
  }

  void end() {
    if (timer != null) {
      timer.cancel();
    }
  }
}
