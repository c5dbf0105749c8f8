package io.zabdb.schedule.window;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Whether a run proves something: in each window with a quorum clients must have succeeded, in none
 * without one they may have, faults must have come, and recoveries must have ended in time. A run
 * that falls short is invalid: a cluster that does not serve has not passed.
 *
 * @param reads how many must have been answered in each window with a quorum
 * @param writes likewise
 */
public record WindowsCheck(int reads, int writes) {

  /** What is wrong, a sentence each; empty: nothing. */
  public List<String> problems(FaultRun run, Collection<Answer> answers) {
    List<String> problems = new ArrayList<>();
    if (run.windows().stream().noneMatch(window -> window.kind() == WindowKind.RECOVERY)) {
      problems.add("no window of recovery: the run was over before anything came of it");
    }
    run.missing().forEach(act -> problems.add("never done: " + act.label()));
    long start = run.windows().isEmpty() ? 0 : run.windows().get(0).begin();
    for (FaultWindow window : run.windows()) {
      String name = window.name(start);
      if (window.kind().mustServe()) {
        tooFew(name, "reads", reads, count(window, answers, false), problems);
        tooFew(name, "writes", writes, count(window, answers, true), problems);
      }
      if (!window.reached()) {
        problems.add(name + ": " + missed(window, run));
      } else if (window.kind() == WindowKind.OUTAGE) {
        servedWithout(window, name, answers, problems);
      }
    }
    return problems;
  }

  private static long count(FaultWindow window, Collection<Answer> answers, boolean writes) {
    return answers.stream()
        .filter(
            answer ->
                answer.writes() == writes
                    && answer.answered() >= window.begin()
                    && answer.answered() <= window.end())
        .count();
  }

  private static void tooFew(
      String name, String what, int least, long found, List<String> problems) {
    if (found < least) {
      problems.add(name + ": " + found + " " + what + " succeeded, at least " + least + " must");
    }
  }

  private static String missed(FaultWindow window, FaultRun run) {
    return switch (window.kind()) {
      case CALM -> "nobody led";
      case ONE_FAULT, SEVERAL -> "no fault could be done";
      case OUTAGE -> "a quorum was there all the time, whatever was done";
      case RECOVERY -> "not well after " + run.recoveryMicros() / 1e6 + " s";
    };
  }

  /** Who asked when the quorum was away cannot have been answered before it was back. */
  private static void servedWithout(
      FaultWindow window, String name, Collection<Answer> answers, List<String> problems) {
    long served =
        answers.stream()
            .filter(answer -> answer.asked() > window.struck() && answer.answered() < window.end())
            .count();
    if (served > 0) {
      problems.add(name + ": " + served + " succeeded without a quorum: it was not away");
    }
  }
}
