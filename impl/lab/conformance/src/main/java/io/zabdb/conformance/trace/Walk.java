package io.zabdb.conformance.trace;

import io.zabdb.trace.Trace;
import java.util.List;

/** A trace in the order in which the spec takes its steps ({@link TraceLinearizer}). */
public record Walk(Trace trace, List<WalkStep> steps) {

  public Walk {
    steps = List.copyOf(steps);
  }

  /** The first n steps. */
  Walk prefix(int n) {
    return new Walk(trace, steps.subList(0, n));
  }
}
