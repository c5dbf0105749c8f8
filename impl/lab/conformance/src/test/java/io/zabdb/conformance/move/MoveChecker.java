package io.zabdb.conformance.move;

import io.zabdb.conformance.state.WrittenModule;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Has TLC decide whether traces, as {@link MoveModule#trace} writes them, are behaviours of Move.
 */
final class MoveChecker {

  private static final int HEAP_MEGABYTES = 1024;

  private final Tlc tlc;

  /**
   * A checker.
   *
   * @param specs the folder of the specs
   */
  MoveChecker(Path specs) throws IOException {
    try (Stream<Path> folders = Files.walk(specs)) {
      tlc = new Tlc(folders.filter(Files::isDirectory).toList(), HEAP_MEGABYTES, null);
    }
  }

  /** The numbers, from 1, of those that are accepted. */
  Set<Integer> accepted(List<String> traces) throws IOException, InterruptedException {
    return WrittenModule.accepted(run(traces));
  }

  /** How many events of a trace fit. */
  int fitting(String trace) throws IOException, InterruptedException {
    return run(List.of(trace)).depth() - 1;
  }

  /** Fails if TLC itself did. */
  private TlcResult run(List<String> traces) throws IOException, InterruptedException {
    TlcResult result = MoveModule.of(traces).run(tlc, false);
    Outcome outcome = result.outcome();
    if (outcome.kind() != Outcome.Kind.HOLDS) {
      throw new IllegalStateException("TLC: " + outcome + " " + outcome.detail());
    }
    return result;
  }
}
