package io.zabdb.conformance.transfer;

import io.zabdb.core.group.TransferSettings;
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
import java.util.stream.Stream;

/**
 * Checks with TLC whether what a group did is a behaviour of {@code
 * specs/transfer/LeadershipTransfer.tla}, and safe.
 */
public final class TransferChecker {

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final int HEAP_MEGABYTES = 1024;
  private static final String ALL_ACCEPTED = "NotAllAccepted";
  private static final Pattern ACCEPTED = Pattern.compile("<<\"accepted\", (\\d+)>>");

  private final Tlc tlc;

  /**
   * A checker.
   *
   * @param specs the folder of the specs
   */
  public TransferChecker(Path specs) throws IOException {
    try (Stream<Path> folders = Files.walk(specs)) {
      tlc = new Tlc(folders.filter(Files::isDirectory).toList(), HEAP_MEGABYTES, null);
    }
  }

  /** The numbers, from 0, of the recordings that are accepted; all are of groups of one size. */
  public Set<Integer> accepted(List<TransferRecorder> recorders, TransferSettings settings)
      throws IOException, InterruptedException {
    return acceptedTraces(recorders.stream().map(TransferRecorder::trace).toList(), settings);
  }

  Set<Integer> acceptedTraces(List<TransferTrace> traces, TransferSettings settings)
      throws IOException, InterruptedException {
    Set<Integer> numbers = new TreeSet<>();
    for (String line : run(traces, settings).printed()) {
      Matcher matcher = ACCEPTED.matcher(line.strip());
      if (matcher.matches()) {
        numbers.add(Integer.parseInt(matcher.group(1)) - 1);
      }
    }
    return numbers;
  }

  /** How many steps of a trace that is not accepted fit. */
  int fitting(TransferTrace trace, TransferSettings settings)
      throws IOException, InterruptedException {
    return run(List.of(trace), settings).depth() - 1;
  }

  /** Fails if TLC itself did. */
  private TlcResult run(List<TransferTrace> traces, TransferSettings settings)
      throws IOException, InterruptedException {
    TransferModule module = new TransferModule(traces.get(0).members(), settings);
    try (TempFolder temp = TempFolder.create()) {
      Path root = temp.path().resolve(TransferModule.NAME + ".tla");
      Path cfg = temp.path().resolve(TransferModule.NAME + ".cfg");
      Files.writeString(root, module.write(traces));
      Files.writeString(cfg, module.configuration());
      Model model =
          new Model(
              TransferModule.NAME,
              cfg,
              root,
              "LeadershipTransfer",
              "",
              "",
              Expectation.parse("violates " + ALL_ACCEPTED),
              Tier.QUICK,
              Mode.EXHAUSTIVE,
              false,
              1,
              CfgFile.parse(module.configuration()));
      TlcResult result = tlc.run(model, LIMIT, false);
      Outcome outcome = result.outcome();
      if (!outcome.equals(new Outcome(Outcome.Kind.VIOLATES, ALL_ACCEPTED))
          && outcome.kind() != Outcome.Kind.HOLDS) {
        throw new IllegalStateException("TLC: " + outcome + " " + outcome.detail());
      }
      return result;
    }
  }
}
