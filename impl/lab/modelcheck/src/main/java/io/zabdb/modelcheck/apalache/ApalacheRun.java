package io.zabdb.modelcheck.apalache;

import io.zabdb.modelcheck.process.Command;
import java.util.stream.Collectors;

/**
 * What one check came to.
 *
 * @param outcome holds, violates, well typed, or what went wrong
 */
record ApalacheRun(ApalacheCheck check, Command.Ended ended, String outcome) {

  private static final int VIOLATED = 12;
  private static final int TYPE_ERROR = 120;

  static ApalacheRun of(ApalacheCheck check, Command.Ended ended) {
    return new ApalacheRun(check, ended, outcome(check, ended));
  }

  private static String outcome(ApalacheCheck check, Command.Ended ended) {
    if (ended.timedOut()) {
      return "timed out";
    }
    return switch (ended.exit()) {
      case 0 -> check.arguments().isEmpty() ? "well typed" : "holds";
      case VIOLATED -> "violates";
      case TYPE_ERROR -> "type error";
      default -> "Apalache failed (exit code " + ended.exit() + ")";
    };
  }

  boolean asExpected() {
    return outcome.equals(check.expected());
  }

  /** What Apalache said, without the lines it says always and the time stamps. */
  String message() {
    return ended.output().stream()
        .filter(
            line ->
                !line.startsWith("#") && !line.startsWith("Output directory") && !line.isBlank())
        .map(line -> line.replaceFirst("\\s+[A-Z]@[\\d:.]+$", ""))
        .limit(40)
        .collect(Collectors.joining("\n"));
  }
}
