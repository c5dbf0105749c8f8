package io.zabdb.cli.error;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line what is wrong with a command line, and where to read how it is right. */
public final class UsageErrors implements IParameterExceptionHandler {

  private final String program;

  /**
   * @param program how the commands are begun, such as {@code ./zabdb}, with a space behind it if
   *     it is not empty
   */
  public UsageErrors(String program) {
    this.program = program;
  }

  @Override
  public int handleParseException(ParameterException error, String[] arguments) {
    CommandLine command = error.getCommandLine();
    StringBuilder line = new StringBuilder("zabdb: ");
    line.append(error.getMessage().lines().findFirst().orElse("wrong usage"));
    if (error instanceof UnmatchedArgumentException unmatched
        && !unmatched.getSuggestions().isEmpty()) {
      line.append("; did you mean ").append(String.join(" or ", unmatched.getSuggestions()));
    }
    boolean isTop = command.getParent() == null;
    line.append("; '").append(program);
    if (!isTop) {
      line.append(path(command)).append(' ');
    }
    line.append(isTop ? "help' lists the commands" : "--help' shows how it is used");
    command.getErr().println(line);
    command.getErr().flush();
    return CliException.USAGE;
  }

  /** The names of a command and of those above it, but for the top. */
  private static String path(CommandLine command) {
    CommandLine parent = command.getParent();
    String name = command.getCommandName();
    return parent.getParent() == null ? name : path(parent) + " " + name;
  }
}
