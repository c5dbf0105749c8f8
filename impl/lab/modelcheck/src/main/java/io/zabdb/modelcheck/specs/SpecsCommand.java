package io.zabdb.modelcheck.specs;

import io.zabdb.modelcheck.apalache.ApalacheCommand;
import io.zabdb.modelcheck.mutation.MutateCommand;
import io.zabdb.modelcheck.report.Tally;
import io.zabdb.modelcheck.report.Times;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code ./zabdb specs}: model-checks the specs and compares each outcome with the expected one.
 */
@Command(
    name = "specs",
    description = "Model-check the specs with TLC and compare each outcome with the expected one.",
    mixinStandardHelpOptions = true,
    subcommands = {ApalacheCommand.class, MutateCommand.class})
public final class SpecsCommand implements Callable<Integer> {

  @Mixin private SpecsOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Tally tally = new Tally();
    new SpecsCheck(options, System.out, tally, new Times(), Pace.full()).run();
    System.out.println(tally);
    return tally.exitCode();
  }
}
