package io.zabdb.conformance.trace;

import io.zabdb.conformance.state.CoreStates;
import io.zabdb.conformance.state.MessageState;
import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;
import io.zabdb.core.trace.TraceSink;

/** Makes events of traces from what the core tells. */
final class TraceEvents {

  private TraceEvents() {}

  /** An action that was taken. */
  static TraceEvent taken(long seq, long time, TraceSink.TraceEvent event, StateView state) {
    boolean isRequest = event.action() == Action.ClientRequest || event.action() == Action.Found;
    return new TraceEvent(
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
        CoreStates.of(state));
  }

  /** A connection that was accepted. */
  static TraceEvent accepted(long seq, long time, Connection connection, StateView state) {
    return new TraceEvent(
        seq,
        time,
        CoreStates.name(state.self()),
        TraceEvent.ACCEPT,
        CoreStates.name(connection.initiator()),
        connection.toString(),
        null,
        0,
        0,
        0,
        CoreStates.of(state));
  }
}
