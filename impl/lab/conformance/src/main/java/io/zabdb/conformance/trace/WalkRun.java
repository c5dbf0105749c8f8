package io.zabdb.conformance.trace;

import io.zabdb.core.group.Configuration;
import io.zabdb.modelcheck.model.CfgFile;
import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Mode;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.trace.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs TLC over walks of groups with the same servers. */
final class WalkRun {

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Pattern ACCEPTED = Pattern.compile("<<\"accepted\", (\\d+)>>");

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
    try (TempFolder temp = TempFolder.create()) {
      Path root = temp.path().resolve(WalkModule.NAME + ".tla");
      Path cfg = temp.path().resolve(WalkModule.NAME + ".cfg");
      String configuration = module.configuration(question);
      Files.writeString(root, module.write(walks));
      Files.writeString(cfg, configuration);
      Model model =
          new Model(
              WalkModule.NAME,
              cfg,
              root,
              "Zab",
              "",
              "",
              Expectation.parse("holds"),
              Tier.QUICK,
              Mode.EXHAUSTIVE,
              false,
              1,
              CfgFile.parse(configuration));
      TlcResult result = tlc.run(model, LIMIT, true);
      Outcome.Kind end = result.outcome().kind();
      if (end != Outcome.Kind.HOLDS
          && end != Outcome.Kind.VIOLATES
          && end != Outcome.Kind.EVALUATION_ERROR) {
        throw new IOException("TLC did not check the traces: " + result.outcome().detail());
      }
      return result;
    }
  }

  /** The states of an accepted walk; none if it is not accepted. */
  List<Step> states(Walk walk, Question question) throws IOException, InterruptedException {
    TlcResult result = run(List.of(walk), question);
    boolean accepted =
        result.outcome().equals(new Outcome(Outcome.Kind.VIOLATES, question.invariant()));
    return accepted ? result.trace().steps() : List.of();
  }

  /** The numbers of the walks that were accepted, from 1. */
  static Set<Integer> accepted(TlcResult result) {
    Set<Integer> numbers = new TreeSet<>();
    for (String line : result.printed()) {
      Matcher matcher = ACCEPTED.matcher(line.strip());
      if (matcher.matches()) {
        numbers.add(Integer.parseInt(matcher.group(1)));
      }
    }
    return numbers;
  }
}
