package io.zabdb.trace;

import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.trace.state.CoreStates;
import io.zabdb.trace.state.MessageState;

/** Makes events of traces from what the core tells. */
public final class RecordedEvents {

  private RecordedEvents() {}

  /**
   * An action that was taken.
   *
   * @param members of how many, the first, the leader's words about members are recorded
   */
  public static RecordedEvent taken(
      long seq, long time, TraceSink.TraceEvent event, StateView state, int members) {
    boolean isRequest = event.action() == Action.ClientRequest || event.action() == Action.Found;
    return new RecordedEvent(
        seq,
        time,
        CoreStates.name(state.self()),
        event.action().name(),
        event.peer() < 0 ? "" : CoreStates.name(event.peer()),
        event.connection() == null ? "" : event.connection().toString(),
        event.message() == null ? null : MessageState.of(event.message()),
        isRequest ? 0 : event.argument(),
        isRequest ? event.argument() : 0,
        event.seq(),
        CoreStates.of(state, members));
  }

  /** A connection that was accepted; see {@link #taken}. */
  public static RecordedEvent accepted(
      long seq, long time, Connection connection, StateView state, int members) {
    return new RecordedEvent(
        seq,
        time,
        CoreStates.name(state.self()),
        RecordedEvent.ACCEPT,
        CoreStates.name(connection.initiator()),
        connection.toString(),
        null,
        0,
        0,
        0,
        CoreStates.of(state, members));
  }
}
