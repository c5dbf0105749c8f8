package io.zabdb.cli;

import io.zabdb.cli.admin.CheckCommand;
import io.zabdb.cli.admin.CompactCommand;
import io.zabdb.cli.admin.StatusCommand;
import io.zabdb.cli.admin.TransferCommand;
import io.zabdb.cli.error.CliErrors;
import io.zabdb.cli.local.DownCommand;
import io.zabdb.cli.local.UpCommand;
import io.zabdb.cli.node.ConfigManagerCommand;
import io.zabdb.cli.node.NodeCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands of the store: all that the distribution has. {@link Main} adds those that check it.
 *
 * <p>Exit codes: 0 all as expected, 1 something differs, 2 wrong usage; others are each command's.
 */
@Command(
    name = "zabdb",
    description = "A replicated, sharded key-value store.",
    mixinStandardHelpOptions = true,
    subcommands = {
      UpCommand.class,
      DownCommand.class,
      StatusCommand.class,
      TransferCommand.class,
      CompactCommand.class,
      CheckCommand.class,
      CompletionCommand.class,
      NodeCommand.class,
      ConfigManagerCommand.class
    })
public final class Zabdb {

  private Zabdb() {}

  /** The commands, to be executed. */
  static CommandLine commands() {
    return new CommandLine(new Zabdb()).setExecutionExceptionHandler(new CliErrors());
  }

  public static void main(String[] args) {
    System.exit(commands().execute(args));
  }
}
