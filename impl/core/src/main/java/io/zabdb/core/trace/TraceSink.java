package io.zabdb.core.trace;

import io.zabdb.core.message.Message;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Hears of every spec action that a replica takes, right after it, with the state that it led to.
 * Called by the thread that steps the replica; the state is a live view, valid during the call
 * only.
 */
public interface TraceSink {

  /** Hears nothing. */
  TraceSink NONE =
      new TraceSink() {
        @Override
        public void taken(TraceEvent event, StateView state) {}

        @Override
        public void accepted(Connection connection, StateView state) {}

        @Override
        public boolean isOn() {
          return false;
        }
      };

  /** The replica has taken an action. */
  void taken(TraceEvent event, StateView state);

  /**
   * The replica, a leader, has accepted a connection. No action of the spec: there, whom a follower
   * follows does lead, and this is how the follower knows.
   */
  void accepted(Connection connection, StateView state);

  /** The replica has taken an action of {@code specs/transfer}. */
  default void taken(TransferEvent event, TransferView view) {}

  /** Whether anybody listens to Zab's actions; if not, no event is made. */
  default boolean isOn() {
    return true;
  }

  /**
   * Whether anybody listens to this action of {@code specs/transfer}, which may be so while nobody
   * listens to Zab's; if not, no event is made. Asked for each action taken: answers at once.
   */
  default boolean hears(TransferAction action) {
    return isOn();
  }

  /**
   * An action with its parameters.
   *
   * @param peer the other replica, or -1: the sender of the message handled, or whom a follower
   *     follows, or who is asked for its history
   * @param connection over which the message came; of Follow the new one, of Disconnect the one
   *     that ends; otherwise null
   * @param message the message handled, or null
   * @param argument of Fsync and TakeCheckpoint the length; of ClientRequest the session
   * @param seq of ClientRequest the number in the session
   */
  record TraceEvent(
      Action action,
      int peer,
      @Nullable Connection connection,
      @Nullable Message message,
      long argument,
      long seq) {}
}
