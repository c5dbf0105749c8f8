package io.zabdb.conformance.transfer;

import io.zabdb.conformance.state.WrittenModule;
import io.zabdb.core.group.TransferSettings;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks with TLC whether what a group did is a behaviour of {@code
 * specs/transfer/LeadershipTransfer.tla}, and safe.
 */
public final class TransferChecker {

  private static final int HEAP_MEGABYTES = 1024;
  private static final String ALL_ACCEPTED = "NotAllAccepted";

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
    return WrittenModule.accepted(run(traces, settings)).stream()
        .map(number -> number - 1)
        .collect(Collectors.toCollection(TreeSet::new));
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
    TlcResult result =
        new WrittenModule(
                TransferModule.NAME,
                "LeadershipTransfer",
                module.write(traces),
                module.configuration())
            .run(tlc, false);
    Outcome outcome = result.outcome();
    if (!outcome.equals(new Outcome(Outcome.Kind.VIOLATES, ALL_ACCEPTED))
        && outcome.kind() != Outcome.Kind.HOLDS) {
      throw new IllegalStateException("TLC: " + outcome + " " + outcome.detail());
    }
    return result;
  }
}
