package io.zabdb.cli.error;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/** Prints a {@link CliException}, and that a file cannot be used, in one line on stderr. */
public final class CliErrors implements IExecutionExceptionHandler {

  private final IExecutionExceptionHandler others;

  /**
   * @param others for all other exceptions
   */
  public CliErrors(IExecutionExceptionHandler others) {
    this.others = others;
  }

  /** Others are defects, and are thrown. */
  public CliErrors() {
    this(
        (error, command, parsed) -> {
          throw error;
        });
  }

  @Override
  public int handleExecutionException(
      Exception error, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
    if (error instanceof CliException known) {
      command.getErr().println("zabdb: " + known.getMessage());
      return known.exitCode();
    }
    if (error instanceof IOException file) {
      command.getErr().println("zabdb: " + Reasons.of(file));
      return CliException.USAGE;
    }
    return others.handleExecutionException(error, command, parsed);
  }
}
