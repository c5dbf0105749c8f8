package io.zabdb.maelstrom.main;

import io.zabdb.core.zab.Guards;
import io.zabdb.maelstrom.replica.GroupSettings;
import io.zabdb.maelstrom.replica.Unsynced;
import io.zabdb.maelstrom.runtime.Node;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs a node: messages come on stdin and go to stdout, a line each; stderr is for people. */
@Command(
    name = "maelstrom/node",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs a node of Maelstrom: JSON messages on stdin and stdout.")
public final class NodeCommand implements Callable<Integer> {

  private static final int MAX_SECONDS = 3_600;

  @Parameters(
      paramLabel = "WORKLOAD",
      defaultValue = "lin-kv",
      description = "one of: ${COMPLETION-CANDIDATES}; default lin-kv")
  private Workload workload;

  @Option(
      names = "--groups",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "how many groups the rows are spread over, 1 to 8, each with a replica on each node (lin-kv"
              + " and txn-list-append); default 1")
  private int groups;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description =
          "keep log and store below this directory, on disk, each node by its name; without: in"
              + " memory (lin-kv and txn-list-append)")
  private Path directory;

  @Option(
      names = "--tick",
      paramLabel = "MS",
      defaultValue = "20",
      description = "length of a tick of the core; followers wait 24 ticks; default 20")
  private int tick;

  @Option(
      names = "--leader-ticks",
      paramLabel = "N",
      defaultValue = "24",
      description = "a leader without a quorum steps down after so many ticks; default 24")
  private int leaderTicks;

  @Option(
      names = "--patience",
      paramLabel = "MS",
      defaultValue = "800",
      description =
          "answer a request with an error after so long; below what clients wait; default 800")
  private int patience;

  @Option(
      names = "--compactions",
      paramLabel = "S",
      defaultValue = "0",
      description = "let compaction work pile up every S seconds or so; 0, the default: never")
  private int compactions;

  @Option(
      names = "--transfers",
      paramLabel = "S",
      defaultValue = "0",
      description = "tell leaders to hand over every S seconds; 0, the default: never")
  private int transfers;

  @Option(
      names = "--moves",
      paramLabel = "S",
      defaultValue = "0",
      description =
          "have groups give partitions to each other every S seconds or so; needs --groups and"
              + " --directory; 0, the default: never")
  private int moves;

  @Option(
      names = "--kills",
      paramLabel = "S",
      defaultValue = "0",
      description =
          "kill the node every S seconds or so and start it again; needs --directory; 0, the"
              + " default: never")
  private int kills;

  @Option(
      names = "--unsynced",
      paramLabel = "WHAT",
      defaultValue = "kept",
      description =
          "what is left of what the process before has written to the log and not synced, one of:"
              + " ${COMPLETION-CANDIDATES}; any: any part of it, as when a machine loses its power;"
              + " needs --directory; default kept")
  private Unsynced unsynced;

  @Spec private CommandSpec spec;

  private final Class<?> main;
  private final Guards guards;

  /**
   * @param main the class that runs this command
   * @param guards of the core
   */
  public NodeCommand(Class<?> main, Guards guards) {
    this.main = main;
    this.guards = guards;
  }

  @Override
  public Integer call() throws Exception {
    GroupSettings settings = settings();
    if (kills < 0 || kills > MAX_SECONDS) {
      throw new ParameterException(
          spec.commandLine(), "--kills must be from 0 to " + MAX_SECONDS + ", but is " + kills);
    }
    if (unsynced != Unsynced.KEPT && directory == null) {
      throw new ParameterException(
          spec.commandLine(), "--unsynced " + unsynced + " needs --directory");
    }
    if (kills > 0) {
      if (directory == null || !workload.isReplicated()) {
        throw new ParameterException(
            spec.commandLine(),
            "--kills needs --directory, and a workload that keeps its state there");
      }
      return new Keeper(main, arguments(), kills, messages()).run(System.in);
    }
    PrintStream out = messages();
    // Whatever else prints must not come between messages.
    System.setOut(System.err);
    Node node = new Node(workload.program(settings, guards), out, System.err);
    node.run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    return 0;
  }

  private static PrintStream messages() {
    FileOutputStream stdout = new FileOutputStream(FileDescriptor.out);
    return new PrintStream(new BufferedOutputStream(stdout), false, StandardCharsets.UTF_8);
  }

  private GroupSettings settings() {
    try {
      return new GroupSettings(
          groups,
          Optional.ofNullable(directory),
          unsynced,
          tick,
          leaderTicks,
          patience,
          compactions,
          transfers,
          moves);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  /** Of the process that is killed: the same without the kills. */
  private List<String> arguments() {
    return Keeper.without("--kills", spec.commandLine().getParseResult().originalArgs());
  }
}
