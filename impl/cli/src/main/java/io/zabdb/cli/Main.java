package io.zabdb.cli;

import io.zabdb.bench.BenchCommand;
import io.zabdb.cli.error.CliErrors;
import io.zabdb.cli.error.UsageErrors;
import io.zabdb.conformance.trace.TraceCommand;
import io.zabdb.modelcheck.UserErrors;
import io.zabdb.modelcheck.proofs.ProofsCommand;
import io.zabdb.modelcheck.specs.SpecsCommand;
import io.zabdb.testkit.command.HistoryCommand;
import io.zabdb.testkit.sim.command.SimulateCommand;
import picocli.CommandLine;

/**
 * The commands behind the launcher {@code ./zabdb}: those of the store, and those that check it.
 */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    CommandLine commands = Zabdb.commands();
    commands.addSubcommand(BenchCommand.commands(new LocalTestClusters()));
    commands.addSubcommand(new SpecsCommand());
    commands.addSubcommand(new ProofsCommand());
    commands.addSubcommand(new SimulateCommand());
    commands.addSubcommand(new HistoryCommand());
    commands.addSubcommand(new TraceCommand());
    commands.addSubcommand(new TestCommand());
    commands.setExecutionExceptionHandler(new CliErrors(new UserErrors()));
    commands.setParameterExceptionHandler(new UsageErrors("./zabdb "));
    System.exit(Zabdb.run(commands, args));
  }
}
