package io.zabdb.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import picocli.CommandLine;

/** Runs commands of the store in this process. */
public final class Cli {

  private Cli() {}

  /**
   * How a command ended.
   *
   * @param out what it printed
   * @param err what it complained of
   */
  public record Ended(int exit, String out, String err) {}

  /** Tells commands that start processes what the launcher would. */
  public static void actAsLauncher() {
    System.setProperty("zabdb.jars", System.getProperty("java.class.path"));
    System.setProperty("zabdb.jvm", Path.of("src/main/jvm").toAbsolutePath().toString());
  }

  public static Ended run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commands = Zabdb.commands();
    commands.setOut(new PrintWriter(out));
    commands.setErr(new PrintWriter(err));
    int exit = commands.execute(arguments);
    return new Ended(exit, out.toString(), err.toString());
  }
}
