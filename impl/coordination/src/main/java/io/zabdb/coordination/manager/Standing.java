package io.zabdb.coordination.manager;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Something that is brought about on the worker's thread whenever it is triggered: by its owner, by
 * each new connection, and after failures of the connection, with a growing pause. Triggers that
 * come before it runs are one. Thread-safe.
 */
final class Standing {

  private static final long SHORTEST_PAUSE = 50;
  private static final long LONGEST_PAUSE = 2_000;

  private final ZooKeeperConnection connection;
  private final ZooKeeperAttempt<?> attempt;
  private final Consumer<Exception> refused;
  private final AtomicBoolean triggered = new AtomicBoolean();

  /** Of the worker's thread. */
  private long pause = SHORTEST_PAUSE;

  /**
   * @param attempt done as often as needed
   * @param refused takes failures that do not pass by themselves; they are not tried again until
   *     something triggers
   */
  Standing(
      ZooKeeperConnection connection, ZooKeeperAttempt<?> attempt, Consumer<Exception> refused) {
    this.connection = connection;
    this.attempt = attempt;
    this.refused = refused;
  }

  void trigger() {
    if (triggered.compareAndSet(false, true)) {
      connection.execute(this::run);
    }
  }

  /** Triggers after {@code millis}. */
  void triggerAfter(long millis) {
    connection.executeAfter(millis, this::trigger);
  }

  /** Triggers after a pause that doubles from one call to the next until an attempt succeeds. */
  void triggerLater() {
    triggerAfter(pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }

  private void run() {
    triggered.set(false);
    if (!connection.isConnected()) {
      // The next connection triggers.
      return;
    }
    try {
      attempt.run(connection.client());
      pause = SHORTEST_PAUSE;
    } catch (Exception e) {
      if (ZooKeeperFailures.passes(e)) {
        triggerLater();
      } else {
        refused.accept(e);
      }
    }
  }
}
