package io.zabdb.conformance.trace;

import io.zabdb.core.state.StateView;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.TraceSink;
import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.RecordedEvents;
import io.zabdb.trace.Trace;
import io.zabdb.trace.state.CoreStates;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Records what the replicas of one group do, in the order in which they do it. All members may use
 * the same recorder, if they are stepped by one thread, as in the simulator. Not thread-safe.
 */
public final class TraceRecorder implements TraceSink {

  private final LongSupplier clock;
  private final int most;
  private final List<RecordedEvent> events = new ArrayList<>();
  private int members;

  /**
   * A recorder.
   *
   * @param clock the time of events, for people only
   * @param most how many events to record; those after them are not
   */
  public TraceRecorder(LongSupplier clock, int most) {
    this.clock = clock;
    this.most = most;
  }

  /** The beginning of a trace is a trace as well. */
  @Override
  public boolean isOn() {
    return events.size() < most;
  }

  @Override
  public void taken(TraceSink.TraceEvent event, StateView state) {
    members = state.members();
    events.add(RecordedEvents.taken(events.size() + 1L, clock.getAsLong(), event, state, members));
  }

  @Override
  public void accepted(Connection connection, StateView state) {
    members = state.members();
    events.add(
        RecordedEvents.accepted(events.size() + 1L, clock.getAsLong(), connection, state, members));
  }

  /** What was recorded so far. */
  public Trace trace(String name) {
    return new Trace(name, IntStream.range(0, members).mapToObj(CoreStates::name).toList(), events);
  }
}
