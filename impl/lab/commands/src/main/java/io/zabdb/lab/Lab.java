package io.zabdb.lab;

import io.zabdb.bench.BenchCommand;
import io.zabdb.cli.StandardOutput;
import io.zabdb.cli.Zabdb;
import io.zabdb.cli.error.CliErrors;
import io.zabdb.conformance.trace.TraceCommand;
import io.zabdb.faults.judge.BrokenCommand;
import io.zabdb.faults.syncs.SyncsCommand;
import io.zabdb.faults.torture.TortureCommand;
import io.zabdb.modelcheck.UserErrors;
import io.zabdb.modelcheck.proofs.ProofsCommand;
import io.zabdb.modelcheck.specs.SpecsCommand;
import io.zabdb.scale.command.ScaleCommand;
import io.zabdb.simulator.command.NodeProfile;
import io.zabdb.testkit.command.HistoryCommand;
import io.zabdb.testkit.sim.command.SimulateCommand;
import picocli.CommandLine;

/**
 * The commands behind the launcher {@code ./zabdb} of the repository: those of the product, and
 * those that examine it, which the distribution does not have.
 */
public final class Lab {

  private Lab() {}

  public static void main(String[] args) {
    StandardOutput.install();
    System.exit(Zabdb.run(commands(), args));
  }

  /** All commands, to be executed. */
  static CommandLine commands() {
    CommandLine commands = Zabdb.commands();
    CommandLine bench = BenchCommand.commands(new LocalTestClusters());
    bench.addSubcommand(new SyncsCommand());
    commands.addSubcommand(bench);
    commands.addSubcommand(new TortureCommand());
    commands.addSubcommand(new BrokenCommand());
    commands.addSubcommand(new SpecsCommand());
    commands.addSubcommand(new ProofsCommand());
    CommandLine simulate = new CommandLine(new SimulateCommand(NodeProfile.all(NoLog::begin)));
    simulate.addSubcommand(new ScaleCommand());
    commands.addSubcommand(simulate);
    commands.addSubcommand(new HistoryCommand());
    commands.addSubcommand(new TraceCommand());
    commands.addSubcommand(new TestCommand());
    Zabdb.prepare(commands, new CliErrors(new UserErrors()));
    return commands;
  }
}
