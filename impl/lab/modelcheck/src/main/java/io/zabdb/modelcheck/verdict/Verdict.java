package io.zabdb.modelcheck.verdict;

import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.report.Status;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.TlcResult;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether a model came out as its configuration says.
 *
 * @param status the verdict
 * @param reason what differs; empty if the model passed
 */
public record Verdict(Status status, String reason) {

  /** Of what TLC wrote last, when it did not end. */
  private static final int MOST_LINES = 400;

  private static final Verdict PASSED = new Verdict(Status.PASSED, "");

  /** Judges what TLC found. */
  public static Verdict of(Model model, TlcResult result) {
    if (result.outcome().kind() == Outcome.Kind.TIMED_OUT) {
      // Only by night may a search stay unfinished; it then shows that nothing was found, no more.
      boolean allowed =
          model.tier() == Tier.DEEP && model.expectation().kind() == Expectation.Kind.HOLDS;
      return allowed
          ? new Verdict(Status.PASSED, "not finished within the time budget")
          : failed("did not finish in the time allowed" + end(result.printed()));
    }
    if (!matches(model.expectation(), result.outcome())) {
      return failed("expected: " + model.expectation() + ", found: " + result.outcome());
    }
    if (!result.missed().isEmpty()) {
      return failed("never reached: " + String.join(", ", result.missed()));
    }
    if (result.outcome().kind() == Outcome.Kind.HOLDS && isTrivial(model, result)) {
      return failed("the state space is empty or trivial, so nothing was checked");
    }
    return PASSED;
  }

  /** Where TLC was, as its threads said when it was ended. */
  private static String end(List<String> lines) {
    return lines.stream()
        .skip(Math.max(0, lines.size() - MOST_LINES))
        .map(line -> "\n     " + line)
        .collect(Collectors.joining());
  }

  private static Verdict failed(String reason) {
    return new Verdict(Status.FAILED, reason);
  }

  private static boolean matches(Expectation expected, Outcome found) {
    return switch (expected.kind()) {
      case HOLDS -> found.kind() == Outcome.Kind.HOLDS;
      case DEADLOCK -> found.kind() == Outcome.Kind.DEADLOCK;
      case VIOLATES ->
          found.kind() == Outcome.Kind.VIOLATES && found.detail().equals(expected.property());
    };
  }

  /** At most one state, or random behaviours that on average take no step. */
  private static boolean isTrivial(Model model, TlcResult result) {
    return model.mode().simulate()
        ? result.generated() <= model.mode().traces()
        : result.distinct() <= 1;
  }
}
