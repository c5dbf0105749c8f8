package io.zabdb.conformance.trace;

import io.zabdb.trace.RecordedEvent;

/**
 * One step of the spec that an event of a trace stands for.
 *
 * @param event the event; for a step that was put in, one that says what is done
 * @param action the spec action, or {@link #NOTICE}
 * @param late where a follower leaves its leader: how many of its messages still arrive
 * @param compared whether the event recorded the state that the step must lead to
 */
public record WalkStep(RecordedEvent event, String action, long late, boolean compared) {

  /** Nothing happens in the spec; its state must be the recorded one already. */
  public static final String NOTICE = "Notice";

  static WalkStep of(RecordedEvent event) {
    return new WalkStep(event, event.action(), 0, true);
  }

  static WalkStep notice(RecordedEvent event) {
    return new WalkStep(event, NOTICE, 0, true);
  }

  @Override
  public String toString() {
    return compared ? event.toString() : event + ", which nobody recorded";
  }
}
