package io.zabdb.modelcheck;

import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.proofs.ProofsCommand;
import io.zabdb.modelcheck.repository.TestCommand;
import io.zabdb.modelcheck.specs.SpecsCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The checks of the repository behind {@code ./zabdb specs}, {@code proofs} and {@code test}.
 *
 * <p>Exit codes: 0 all as expected, 1 something differs, 2 wrong usage.
 */
@Command(
    name = "zabdb",
    subcommands = {SpecsCommand.class, ProofsCommand.class, TestCommand.class})
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args));
  }

  /** Runs one command, with its output on {@code System.out}, and returns the exit code. */
  static int run(String... args) {
    return new CommandLine(new Main()).setExecutionExceptionHandler(Main::explain).execute(args);
  }

  /** A mistake of the user's gets one sentence; anything else is ours and gets a stack trace. */
  private static int explain(Exception error, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (error instanceof SpecError) {
      System.err.println("zabdb: " + error.getMessage());
      return 2;
    }
    throw error;
  }
}
