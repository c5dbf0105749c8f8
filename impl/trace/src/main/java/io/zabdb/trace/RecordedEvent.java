package io.zabdb.trace;

import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.ServerState;
import org.jspecify.annotations.Nullable;

/**
 * A step that a replica recorded, with the state that it led to; one line of a trace.
 *
 * @param seq its number in the trace
 * @param time the driver's clock; for people only
 * @param node which replica, as the spec names it: {@code s1} for member 0
 * @param action a spec action, or {@link #ACCEPT}
 * @param peer the other replica, or empty
 * @param connection over which the message came, or that Follow began or Disconnect ended; or empty
 * @param message the message handled, or null
 * @param argument of Fsync and TakeCheckpoint the length; otherwise 0
 * @param session of ClientRequest; otherwise 0
 * @param request of ClientRequest its number in the session; otherwise 0
 * @param state of the replica after the step
 */
public record RecordedEvent(
    long seq,
    long time,
    String node,
    String action,
    String peer,
    String connection,
    @Nullable MessageState message,
    long argument,
    long session,
    long request,
    ServerState state) {

  /** A leader has accepted a connection: no action of the spec. */
  public static final String ACCEPT = "Accept";

  public boolean is(String name) {
    return action.equals(name);
  }

  /** The same with another message and state. */
  public RecordedEvent with(MessageState otherMessage, ServerState otherState) {
    return new RecordedEvent(
        seq,
        time,
        node,
        action,
        peer,
        connection,
        otherMessage,
        argument,
        session,
        request,
        otherState);
  }

  /** The event in words: its number, action and parameters. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("event " + seq + ", " + action + "(" + node);
    if (!peer.isEmpty()) {
      text.append(", ").append(peer);
    }
    if (message != null) {
      text.append(", ").append(message.type());
    }
    if (argument != 0) {
      text.append(", ").append(argument);
    }
    if (request != 0) {
      text.append(", ").append(session).append('#').append(request);
    }
    return text.append(')').toString();
  }
}
