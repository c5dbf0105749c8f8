package io.zabdb.bench.error;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the numbers of options may be. */
public final class Bounds {

  private Bounds() {}

  /**
   * Checks the number that an option was given.
   *
   * @throws ParameterException with the option, the number and what is allowed
   */
  public static void check(CommandSpec spec, String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + ", allowed is " + least + " to " + most);
    }
  }
}
