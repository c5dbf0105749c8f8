package io.zabdb.faults.check;

import io.zabdb.schedule.window.Answer;
import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Outcome;
import io.zabdb.testkit.history.Overlap;
import io.zabdb.testkit.history.format.EdnWriter;
import io.zabdb.testkit.linearizability.CheckResult;
import io.zabdb.testkit.linearizability.Limits;
import io.zabdb.testkit.linearizability.LinearizabilityChecker;
import io.zabdb.testkit.linearizability.RegisterModel;
import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.report.FailurePage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Checks what clients learnt of registers. */
public final class Histories {

  private Histories() {}

  /**
   * Fails unless a history is linearizable; also if the check gives up, or the history proves
   * nothing because operations hardly overlap.
   *
   * @param pages takes the history in Jepsen's form, and a page that explains a failure
   */
  public static void check(History history, Path pages) throws IOException {
    CheckResult result =
        LinearizabilityChecker.check(history, RegisterModel.casRegister(), Limits.DEFAULT);
    Overlap overlap = Overlap.of(history);
    Files.createDirectories(pages);
    Files.writeString(pages.resolve("history.edn"), EdnWriter.write(history));
    String summary =
        String.format(
            "%s: %d operations on %d keys, %d of unknown outcome, %.1f at a time",
            result.verdict(),
            history.operations().size(),
            result.keys(),
            overlap.unknown(),
            overlap.mean());
    System.out.println("history " + summary);
    if (result.failure().isPresent()) {
      Path page = pages.resolve("history.html");
      Files.writeString(page, FailurePage.write("history", summary, result.failure().get()));
      throw new AssertionError(summary + "; see " + page);
    }
    List<String> weaknesses = overlap.weaknesses();
    if (result.verdict() != Verdict.VALID || !weaknesses.isEmpty()) {
      throw new AssertionError(summary + " " + weaknesses + " " + result.limit().orElse(""));
    }
  }

  /** The successes of clients; times in microseconds, those of the history are in nanoseconds. */
  public static List<Answer> answers(History history) {
    return history.operations().stream()
        .filter(operation -> operation.outcome() == Outcome.OK)
        .map(
            operation ->
                new Answer(
                    !operation.function().equals("read"),
                    TimeUnit.NANOSECONDS.toMicros(operation.invoked()),
                    TimeUnit.NANOSECONDS.toMicros(operation.returned())))
        .toList();
  }
}
