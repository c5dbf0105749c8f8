package io.zabdb.testkit.command;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Outcome;
import io.zabdb.testkit.history.Overlap;
import io.zabdb.testkit.history.format.HistoryFile;
import io.zabdb.testkit.linearizability.CheckResult;
import java.util.Locale;

/** The verdict on a file in one line, with what it rests on. */
final class VerdictLine {

  private VerdictLine() {}

  static String of(HistoryFile file, ModelName model, CheckResult result) {
    History history = file.history();
    Overlap overlap = Overlap.of(history);
    String verdict = result.verdict().name().toLowerCase(Locale.ROOT);
    String limit = result.limit().map(exceeded -> ": " + exceeded).orElse("");
    return String.format(
        Locale.ROOT,
        "%s%s (%s, %s; %d operations: %d ok, %d failed, %d unknown; keys: %d; in flight: at most %d,"
            + " mean %.1f; overlapping pairs: %d; steps: %d)",
        verdict,
        limit,
        file.format(),
        model,
        history.operations().size(),
        overlap.done(),
        history.count(Outcome.FAILED),
        overlap.unknown(),
        result.keys(),
        overlap.most(),
        overlap.mean(),
        overlap.pairs(),
        result.steps());
  }
}
