package io.zabdb.maelstrom.main;

import io.zabdb.core.zab.Guards;
import picocli.CommandLine;

/** The node as it is in the product. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(Main.class, Guards.STANDARD, arguments));
  }

  /**
   * Runs the command.
   *
   * @param main the class that the process was started with
   * @param guards of the core
   * @return the exit code: 0 if the messages ended, 1 if the node has failed, 2 for wrong usage
   */
  public static int run(Class<?> main, Guards guards, String... arguments) {
    return new CommandLine(new NodeCommand(main, guards))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(arguments);
  }
}
