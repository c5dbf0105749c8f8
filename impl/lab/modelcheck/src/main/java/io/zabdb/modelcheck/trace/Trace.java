package io.zabdb.modelcheck.trace;

import java.util.List;

/**
 * A behaviour that TLC found.
 *
 * @param steps its states in order
 * @param backTo the number of the state to which the last one returns; 0 if the behaviour does not
 *     loop, -1 if it stays in its last state for ever (stuttering)
 */
public record Trace(List<Step> steps, int backTo) {

  /** No behaviour. */
  public static final Trace NONE = new Trace(List.of(), 0);

  public boolean isEmpty() {
    return steps.isEmpty();
  }
}
