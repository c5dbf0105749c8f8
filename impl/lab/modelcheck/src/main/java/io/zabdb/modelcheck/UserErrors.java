package io.zabdb.modelcheck;

import io.zabdb.modelcheck.model.SpecError;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/**
 * A mistake of the user's gets one sentence and exit code 2; anything else is ours, and is thrown.
 */
public final class UserErrors implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(
      Exception error, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
    if (error instanceof SpecError) {
      System.err.println("zabdb: " + error.getMessage());
      return 2;
    }
    throw error;
  }
}
