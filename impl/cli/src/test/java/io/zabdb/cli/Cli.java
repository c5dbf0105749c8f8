package io.zabdb.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
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

  /**
   * Tells commands that start processes what the launcher would; with the jars that it has built,
   * if the tests are told of them.
   */
  public static void actAsLauncher() {
    String run = System.getProperty("zabdb.run", "");
    if (run.isEmpty()) {
      System.setProperty("zabdb.jars", System.getProperty("java.class.path"));
    } else {
      System.setProperty("zabdb.jars", Path.of(run, "product", "*").toString());
      System.setProperty("zabdb.archive", Path.of(run, "node.jsa").toString());
    }
    System.setProperty("zabdb.jvm", jvm().toAbsolutePath().toString());
  }

  /** From this module, or from one of the lab. */
  private static Path jvm() {
    Path here = Path.of("src/main/jvm");
    return Files.exists(here) ? here : Path.of("../../cli/src/main/jvm");
  }

  public static Ended run(String... arguments) {
    return run(new StringWriter(), arguments);
  }

  /** Runs a command that prints into something, of which it tells what its string is. */
  public static Ended run(Writer out, String... arguments) {
    StringWriter err = new StringWriter();
    int exit = commands(out, err).execute(arguments);
    return new Ended(exit, out.toString(), err.toString());
  }

  private static CommandLine commands(Writer out, StringWriter err) {
    CommandLine commands = Zabdb.commands();
    commands.setOut(new PrintWriter(out));
    commands.setErr(new PrintWriter(err));
    return commands;
  }

  /** A command that ends only when it is interrupted, in a thread of its own. */
  public static final class Running {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Thread thread;

    private Running(String... arguments) {
      thread = new Thread(() -> commands(out, err).execute(arguments));
      thread.start();
    }

    /** What it has printed so far. */
    public String out() {
      return out.toString();
    }

    /** What it has complained of so far. */
    public String err() {
      return err.toString();
    }

    /** Ends it, and waits for that. */
    public void interrupt() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }

  public static Running start(String... arguments) {
    return new Running(arguments);
  }
}
