package io.zabdb.conformance.trace;

import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.Trace;
import io.zabdb.trace.TraceFormatException;
import io.zabdb.trace.TraceWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes one trace of those that the members of a group have written ({@link TraceWriter}). */
public final class TraceMerge {

  private TraceMerge() {}

  /**
   * Merges the traces, by the Lamport times that number their events.
   *
   * @throws TraceFormatException if they are not of one group
   */
  public static Trace merge(String name, List<Trace> traces) {
    List<RecordedEvent> events = new ArrayList<>();
    for (Trace trace : traces) {
      if (!trace.servers().equals(traces.get(0).servers())) {
        throw new TraceFormatException(
            trace.name()
                + " is of the members "
                + trace.servers()
                + ", "
                + traces.get(0).name()
                + " of "
                + traces.get(0).servers());
      }
      events.addAll(trace.events());
    }
    // The sort is stable, and the numbers of a member's events only grow.
    events.sort(Comparator.comparingLong(RecordedEvent::seq).thenComparing(RecordedEvent::node));
    return new Trace(name, traces.get(0).servers(), events);
  }
}
