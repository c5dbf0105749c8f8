package io.zabdb.conformance.trace;

import io.zabdb.conformance.state.WrittenModule;
import io.zabdb.conformance.trace.WalkRun.Question;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.trace.Step;
import io.zabdb.trace.RecordedEvent;
import io.zabdb.trace.state.ServerState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Finds out why TLC refused a walk: where it ends, and what the spec has there. */
final class Refusal {

  private final WalkRun runs;

  Refusal(WalkRun runs) {
    this.runs = runs;
  }

  /** The verdict on a walk that was not accepted together with others. */
  Verdict explain(Walk walk) throws IOException, InterruptedException {
    TlcResult alone = runs.run(List.of(walk), Question.WHICH);
    if (WrittenModule.accepted(alone).contains(1)) {
      return Verdict.accepted(walk);
    }
    if (alone.outcome().kind() != Outcome.Kind.HOLDS || alone.depth() < 1) {
      return Verdict.refused(walk, 0, "TLC failed: " + alone.outcome().detail());
    }
    // A search of depth 1 has seen the initial state only.
    int steps = alone.depth() - 1;
    if (steps >= walk.steps().size()) {
      return Verdict.refused(walk, steps, "the end was reached, and yet not accepted");
    }
    return Verdict.refused(walk, steps, reason(walk.prefix(steps + 1)));
  }

  /** Why the last step of a walk does not fit, where all before it do. */
  private String reason(Walk walk) throws IOException, InterruptedException {
    WalkStep last = walk.steps().get(walk.steps().size() - 1);
    List<Step> loose = runs.states(walk, Question.LOOSE_STATES);
    if (loose.isEmpty()) {
      return last + " is not possible" + before(walk, last);
    }
    SpecState spec = last(loose);
    List<String> differences =
        last.event().state().differencesTo(spec.of(last.event().node())).stream()
            .map(difference -> "\n    " + difference + " as in the spec")
            .toList();
    return last + " leads to another state:" + String.join("", differences);
  }

  /** What the spec has at the server before the step. */
  private String before(Walk walk, WalkStep last) throws IOException, InterruptedException {
    RecordedEvent event = last.event();
    int fitting = walk.steps().size() - 1;
    if (fitting == 0) {
      return " in the initial state";
    }
    SpecState spec = last(runs.states(walk.prefix(fitting), Question.STATES));
    ServerState state = spec.of(event.node());
    List<String> lines = new ArrayList<>();
    lines.add("; before it the spec has " + state);
    if (event.message() != null) {
      lines.add("recorded is the message " + event.message());
      lines.add("under way are " + spec.channel(event.peer(), event.node()));
    }
    return String.join("\n    ", lines);
  }

  private static SpecState last(List<Step> steps) {
    return new SpecState(steps.get(steps.size() - 1).state());
  }
}
