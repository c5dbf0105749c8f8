package io.zabdb.cli.error;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/** Prints a {@link CliException} in one line on stderr. */
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
    return others.handleExecutionException(error, command, parsed);
  }
}
