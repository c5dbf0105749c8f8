package io.zabdb.modelcheck;

import io.zabdb.modelcheck.proofs.ProofsCommand;
import io.zabdb.modelcheck.specs.SpecsCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A small repository in a temporary folder, to be checked by the real commands. */
public final class SpecTree {

  /** A counter that goes round a clock. */
  public static final String CLOCK =
      """
      ---- MODULE Clock ----
      EXTENDS Naturals
      CONSTANTS Node, Hours
      VARIABLES hour, ticks
      vars == <<hour, ticks>>
      Init == hour = 0 /\\ ticks = [n \\in Node |-> 0]
      CanTick(n) == ticks[n] < Hours
      Tick(n) == CanTick(n) /\\ hour' = (hour + 1) % Hours /\\ ticks' = [ticks EXCEPT ![n] = @ + 1]
      Reset == (\\A n \\in Node : ticks[n] = Hours) /\\ hour' = 0 /\\ ticks' = [n \\in Node |-> 0]
      Next == (\\E n \\in Node : Tick(n)) \\/ Reset
      Spec == Init /\\ [][Next]_vars /\\ WF_vars(Next)
      TypeOK == hour \\in 0..(Hours - 1)
      Early == hour < 2
      Late == hour < Hours
      Forwards == [][hour' # hour => hour' = (hour + 1) % Hours]_vars
      NeverBack == [][hour' >= hour]_vars
      Stops == <>[](hour = 0)
      Returns == []<>(hour = 0)
      ====
      """;

  private final Path home;

  /** A repository whose folder {@code specs/clock} holds the module {@link #CLOCK}. */
  public SpecTree(Path home) {
    this(home, CLOCK);
  }

  /** The same with another text of the module. */
  public SpecTree(Path home, String clock) {
    this.home = home;
    file("specs/clock/Clock.tla", clock);
    System.setProperty("zabdb.home", home.toString());
  }

  public Path home() {
    return home;
  }

  /** Writes a file; the name has slashes. */
  public SpecTree file(String name, String text) {
    try {
      Path file = home.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      return this;
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /** A configuration of Clock. */
  public static String clock(String annotations, String checks) {
    return annotations
        + "\nCONSTANTS\n  Node = {n1, n2}\n  Hours = 3\nSPECIFICATION Spec\n"
        + checks
        + "\n";
  }

  /** What a command printed, and its exit code. */
  public record Ran(int exit, String out) {}

  /** The commands of this module. */
  @Command(
      name = "zabdb",
      subcommands = {SpecsCommand.class, ProofsCommand.class})
  private static final class Commands {}

  /** Runs a command as {@code ./zabdb} would. */
  public static Ran run(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(said, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      CommandLine commands = new CommandLine(new Commands());
      int exit = commands.setExecutionExceptionHandler(new UserErrors()).execute(arguments);
      return new Ran(exit, said.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
