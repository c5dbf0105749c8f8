package io.zabdb.testkit.sim;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.sim.engine.Counts;
import java.util.Optional;

/**
 * What came of a run.
 *
 * @param failure what went wrong, if anything did
 * @param virtualMicros how long it took in virtual time
 * @param events how many there were
 * @param history what the clients saw
 * @param verdict on the history; inconclusive if the run failed before it was checked
 * @param meaningful whether operations overlapped enough for the verdict to say something
 */
public record Result(
    Options options,
    Optional<Throwable> failure,
    long virtualMicros,
    long events,
    Counts counts,
    History history,
    Verdict verdict,
    boolean meaningful) {

  public boolean failed() {
    return failure.isPresent();
  }

  /** What went wrong, in a line; empty if nothing did. */
  public String message() {
    return failure.map(Result::describe).orElse("");
  }

  /** The property that is violated, or the exception; empty if nothing went wrong. */
  public String property() {
    return message().replaceFirst(":.*", "");
  }

  private static String describe(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    String message = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return name.equals("Violation") ? message : name + ": " + message;
  }
}
