package io.zabdb.conformance.trace;

import io.zabdb.modelcheck.model.CfgFile;
import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Mode;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.process.TempFolder;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
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

  /** An invariant of TraceZab: its violation means that all traces are accepted. */
  private static final String ALL_ACCEPTED = "NotAllAccepted";

  private final Tlc tlc;

  WalkRun(Tlc tlc) {
    this.tlc = tlc;
  }

  /**
   * Checks walks, or with {@code loose} walks whose last recorded state does not count.
   *
   * @return what TLC found
   */
  TlcResult run(List<Walk> walks, boolean loose) throws IOException, InterruptedException {
    WalkModule module = new WalkModule(walks.get(0).trace().servers());
    try (TempFolder temp = TempFolder.create()) {
      Path root = temp.path().resolve(WalkModule.NAME + ".tla");
      Path cfg = temp.path().resolve(WalkModule.NAME + ".cfg");
      String configuration = module.configuration(loose);
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
              Expectation.parse("violates " + ALL_ACCEPTED),
              Tier.QUICK,
              Mode.EXHAUSTIVE,
              false,
              1,
              CfgFile.parse(configuration));
      return tlc.run(model, LIMIT, true);
    }
  }

  /** Whether all walks of a run were accepted. */
  static boolean acceptedAll(TlcResult result) {
    return result.outcome().equals(new Outcome(Outcome.Kind.VIOLATES, ALL_ACCEPTED));
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
