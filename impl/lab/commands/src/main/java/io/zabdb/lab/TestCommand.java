package io.zabdb.lab;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.apalache.ApalacheChecks;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.proofs.ProofChecks;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Tally;
import io.zabdb.modelcheck.report.Times;
import io.zabdb.modelcheck.repository.JavaTests;
import io.zabdb.modelcheck.repository.RepositoryChecks;
import io.zabdb.modelcheck.specs.SpecsCheck;
import io.zabdb.modelcheck.specs.SpecsOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code ./zabdb test}: all that must hold on every change, one stage after the other: tests on
 * real processes have the machine for themselves. At its end it says what took how long.
 */
@Command(
    name = "test",
    description = "Check all that must hold on every change.",
    mixinStandardHelpOptions = true)
public final class TestCommand implements Callable<Integer> {

  private final PrintStream out = System.out;
  private final Tally tally = new Tally();
  private final Checks checks = new Checks(out, tally);
  private final Times times = new Times();

  /** Checks that belong together. */
  private interface Stage {
    void run() throws IOException, InterruptedException;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    long start = System.nanoTime();
    stage("unit tests of impl/", () -> new JavaTests(checks, tally, out, times).run());
    stage("repository", () -> new RepositoryChecks(checks).run());
    stage("simulator", () -> new SimulatorChecks(checks, out).run());
    stage("Jepsen", () -> new JepsenChecks(checks).run());
    stage("proofs", () -> ProofChecks.run(checks));
    stage("specs, Apalache", this::apalache);
    stage("specs, TLC", () -> new SpecsCheck(SpecsOptions.quick(), out, tally, times).run());
    checks.section("times");
    times.print(out, since(start));
    out.println();
    out.println(tally);
    return tally.exitCode();
  }

  private void apalache() throws IOException, InterruptedException {
    new ApalacheChecks(ModelCatalog.read(Home.folder("specs")), checks)
        .run(Tier.QUICK, List.of(), false);
  }

  private void stage(String name, Stage stage) throws IOException, InterruptedException {
    long start = System.nanoTime();
    checks.section(name);
    stage.run();
    times.stage(name, since(start));
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
