package io.zabdb.simulator;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.sim.engine.Counts;
import java.util.Optional;

/**
 * What came of a run.
 *
 * @param failure what must not happen, if it did
 * @param virtualMicros how long the run was
 * @param events how many happened
 * @param counts how often what happened
 * @param history of all clients
 * @param verdict of the linearizability checker
 */
public record NodeResult(
    NodeOptions options,
    Optional<Throwable> failure,
    long virtualMicros,
    long events,
    Counts counts,
    History history,
    Verdict verdict) {

  public boolean failed() {
    return failure.isPresent();
  }

  /** What is violated, in a word; empty if nothing is. */
  public String property() {
    return message().split(":", 2)[0];
  }

  /** What went wrong, in a sentence; empty if nothing did. */
  public String message() {
    return failure.map(cause -> String.valueOf(cause.getMessage())).orElse("");
  }
}
