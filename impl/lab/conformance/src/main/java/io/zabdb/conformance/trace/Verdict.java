package io.zabdb.conformance.trace;

import io.zabdb.trace.Trace;

/**
 * Whether a trace is a behaviour of the spec.
 *
 * @param steps how many steps of the spec were taken: all of them if it is
 * @param reason of a refusal: the event that does not fit, and why; otherwise empty
 */
public record Verdict(Trace trace, boolean accepted, int steps, String reason) {

  static Verdict accepted(Walk walk) {
    return new Verdict(walk.trace(), true, walk.steps().size(), "");
  }

  static Verdict refused(Walk walk, int steps, String reason) {
    return new Verdict(walk.trace(), false, steps, reason);
  }

  @Override
  public String toString() {
    return accepted
        ? trace.name() + ": accepted, " + trace.events().size() + " events"
        : trace.name() + ": refused after " + steps + " steps: " + reason;
  }
}
