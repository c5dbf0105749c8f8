package io.zabdb.cli;

import io.zabdb.bench.BenchCommand;
import io.zabdb.cli.admin.CheckCommand;
import io.zabdb.cli.admin.CompactCommand;
import io.zabdb.cli.admin.StatusCommand;
import io.zabdb.cli.admin.TransferCommand;
import io.zabdb.cli.cluster.CompletionCommand;
import io.zabdb.cli.cluster.DownCommand;
import io.zabdb.cli.cluster.UpCommand;
import io.zabdb.cli.error.CliErrors;
import io.zabdb.cli.node.ConfigManagerCommand;
import io.zabdb.cli.node.NodeCommand;
import io.zabdb.conformance.trace.TraceCommand;
import io.zabdb.modelcheck.proofs.ProofsCommand;
import io.zabdb.modelcheck.specs.SpecsCommand;
import io.zabdb.testkit.command.HistoryCommand;
import io.zabdb.testkit.sim.command.SimulateCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The commands behind the launcher {@code ./zabdb}.
 *
 * <p>Exit codes: 0 all as expected, 1 something differs, 2 wrong usage; others are each command's.
 */
@Command(
    name = "zabdb",
    subcommands = {
      UpCommand.class,
      DownCommand.class,
      StatusCommand.class,
      TransferCommand.class,
      CompactCommand.class,
      CheckCommand.class,
      CompletionCommand.class,
      NodeCommand.class,
      ConfigManagerCommand.class,
      BenchCommand.class,
      SpecsCommand.class,
      ProofsCommand.class,
      SimulateCommand.class,
      HistoryCommand.class,
      TraceCommand.class,
      TestCommand.class
    })
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    CommandLine commands = new CommandLine(new Main());
    System.exit(commands.setExecutionExceptionHandler(new CliErrors()).execute(args));
  }
}
