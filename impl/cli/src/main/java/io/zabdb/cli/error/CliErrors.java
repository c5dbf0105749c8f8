package io.zabdb.cli.error;

import io.zabdb.modelcheck.UserErrors;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/** Prints a {@link CliException} in one line on stderr; leaves others to those before it. */
public final class CliErrors implements IExecutionExceptionHandler {

  private final IExecutionExceptionHandler others = new UserErrors();

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
