package io.zabdb.cli;

import static java.util.Map.entry;

import io.zabdb.cli.admin.BalanceCommand;
import io.zabdb.cli.admin.CheckCommand;
import io.zabdb.cli.admin.CompactCommand;
import io.zabdb.cli.admin.EventsCommand;
import io.zabdb.cli.admin.GroupsCommand;
import io.zabdb.cli.admin.MergeCommand;
import io.zabdb.cli.admin.MovesCommand;
import io.zabdb.cli.admin.NodesCommand;
import io.zabdb.cli.admin.PolicyCommand;
import io.zabdb.cli.admin.RebuildCommand;
import io.zabdb.cli.admin.RingCommand;
import io.zabdb.cli.admin.SplitCommand;
import io.zabdb.cli.admin.StatusCommand;
import io.zabdb.cli.admin.TransferCommand;
import io.zabdb.cli.data.CasCommand;
import io.zabdb.cli.data.DataExit;
import io.zabdb.cli.data.DeleteCommand;
import io.zabdb.cli.data.DumpCommand;
import io.zabdb.cli.data.GetCommand;
import io.zabdb.cli.data.LoadCommand;
import io.zabdb.cli.data.PutCommand;
import io.zabdb.cli.data.ScanCommand;
import io.zabdb.cli.data.ShellCommand;
import io.zabdb.cli.error.CliErrors;
import io.zabdb.cli.error.CliException;
import io.zabdb.cli.error.UsageErrors;
import io.zabdb.cli.local.DownCommand;
import io.zabdb.cli.local.UpCommand;
import io.zabdb.cli.node.ConfigManagerCommand;
import io.zabdb.cli.node.NodeCommand;
import io.zabdb.cli.word.Arguments;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands of the product: all that the distribution has.
 *
 * <p>Exit codes: 0 all as expected, 1 something differs, 2 wrong usage; others are each command's,
 * those on data {@link io.zabdb.cli.data.DataExit}.
 */
@Command(
    name = "zabdb",
    description = "A replicated, sharded key-value store.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionOfBuild.class)
public final class Zabdb {

  /** In the order of the help. */
  private static final List<Map.Entry<String, Class<?>>> COMMANDS =
      List.of(
          entry("up", UpCommand.class),
          entry("down", DownCommand.class),
          entry("put", PutCommand.class),
          entry("get", GetCommand.class),
          entry("delete", DeleteCommand.class),
          entry("cas", CasCommand.class),
          entry("scan", ScanCommand.class),
          entry("load", LoadCommand.class),
          entry("dump", DumpCommand.class),
          entry("shell", ShellCommand.class),
          entry("status", StatusCommand.class),
          entry("events", EventsCommand.class),
          entry("policy", PolicyCommand.class),
          entry("transfer", TransferCommand.class),
          entry("ring", RingCommand.class),
          entry("split", SplitCommand.class),
          entry("moves", MovesCommand.class),
          entry("balance", BalanceCommand.class),
          entry("merge", MergeCommand.class),
          entry("compact", CompactCommand.class),
          entry("check", CheckCommand.class),
          entry("rebuild", RebuildCommand.class),
          entry("nodes", NodesCommand.class),
          entry("groups", GroupsCommand.class),
          entry("completion", CompletionCommand.class),
          entry("node", NodeCommand.class),
          entry("config-manager", ConfigManagerCommand.class));

  private Zabdb() {}

  /** All commands, to be executed. */
  public static CommandLine commands() {
    CommandLine commands = new CommandLine(new Zabdb());
    COMMANDS.forEach(command -> commands.addSubcommand(new CommandLine(command.getValue())));
    prepare(commands, new CliErrors());
    return commands;
  }

  /**
   * The commands that are needed to execute these words: to read the options of all others takes
   * longer than most commands.
   */
  static CommandLine commands(String[] args) {
    for (Map.Entry<String, Class<?>> command : COMMANDS) {
      if (args.length > 0
          && args[0].equals(command.getKey())
          && command.getValue() != CompletionCommand.class) {
        CommandLine one =
            new CommandLine(new Zabdb()).addSubcommand(new CommandLine(command.getValue()));
        prepare(one, new CliErrors());
        return one;
      }
    }
    return commands();
  }

  /**
   * How all commands read words, print, and fail; for those that were added so far.
   *
   * @param errors for what they throw
   */
  public static void prepare(CommandLine commands, CliErrors errors) {
    commands
        // A word that begins with @ is a word.
        .setExpandAtFiles(false)
        // What is stored is UTF-8, whatever the machine's locale says.
        .setOut(new PrintWriter(System.out, false, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
        .setExecutionExceptionHandler(errors)
        .setParameterExceptionHandler(new UsageErrors("./zabdb "));
  }

  /**
   * Executes a command, and returns the exit code: not 0 if not all that it prints could be
   * written, unless its reader has gone.
   */
  public static int run(CommandLine commands, String[] args) {
    int code;
    try {
      code = commands.execute(Arguments.exact(args, Arguments.COMMAND_LINE));
    } catch (CliException e) {
      commands.getErr().println("zabdb: " + e.getMessage());
      code = e.exitCode();
    }
    // Writers keep to themselves what goes wrong: for instance that a disk is full.
    if (commands.getOut().checkError() && code == 0 && !StandardOutput.isReaderGone()) {
      commands.getErr().println("zabdb: cannot write to standard output");
      code = DataExit.BAD_INPUT.code();
    }
    return code;
  }

  public static void main(String[] args) {
    StandardOutput.install();
    System.exit(run(commands(args), args));
  }
}
