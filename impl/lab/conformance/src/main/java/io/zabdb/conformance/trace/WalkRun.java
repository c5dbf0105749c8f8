package io.zabdb.conformance.trace;

import io.zabdb.conformance.state.WrittenModule;
import io.zabdb.core.group.Configuration;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.trace.Step;
import java.io.IOException;
import java.util.List;

/** Runs TLC over walks of groups with the same servers. */
final class WalkRun {

  /** What TLC is asked; the names are those of TraceZab. */
  enum Question {
    /** Which of the walks are accepted? */
    WHICH("TraceSpec", "AcceptancePrinted"),
    /** Which states does an accepted walk go through? */
    STATES("TraceSpec", "NotAccepted"),
    /** The same of a walk whose last recorded state does not count. */
    LOOSE_STATES("LooseSpec", "NotAccepted"),
    /** Is each step of theirs a step of Zab? It must be; only tests ask. */
    IN_ZAB("TraceSpec", "AcceptancePrinted");

    private final String specification;
    private final String invariant;

    Question(String specification, String invariant) {
      this.specification = specification;
      this.invariant = invariant;
    }

    String specification() {
      return specification;
    }

    String invariant() {
      return invariant;
    }
  }

  private final Tlc tlc;
  private final List<Configuration> configurations;

  /** Of groups whose members do not change. */
  WalkRun(Tlc tlc) {
    this(tlc, List.of());
  }

  /** See {@link WalkModule}. */
  WalkRun(Tlc tlc, List<Configuration> configurations) {
    this.tlc = tlc;
    this.configurations = configurations;
  }

  /**
   * What TLC found about some walks.
   *
   * @throws IOException if TLC did not do its work; a trace that leads the spec astray is no such
   *     case
   */
  TlcResult run(List<Walk> walks, Question question) throws IOException, InterruptedException {
    WalkModule module = new WalkModule(walks.get(0).trace().servers(), configurations);
    TlcResult result =
        new WrittenModule(
                WalkModule.NAME, "Zab", module.write(walks), module.configuration(question))
            .run(tlc, true);
    Outcome.Kind end = result.outcome().kind();
    if (end != Outcome.Kind.HOLDS
        && end != Outcome.Kind.VIOLATES
        && end != Outcome.Kind.EVALUATION_ERROR) {
      throw new IOException("TLC did not check the traces: " + result.outcome().detail());
    }
    return result;
  }

  /** The states of an accepted walk; none if it is not accepted. */
  List<Step> states(Walk walk, Question question) throws IOException, InterruptedException {
    TlcResult result = run(List.of(walk), question);
    boolean accepted =
        result.outcome().equals(new Outcome(Outcome.Kind.VIOLATES, question.invariant()));
    return accepted ? result.trace().steps() : List.of();
  }
}
