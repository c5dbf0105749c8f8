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
import io.zabdb.modelcheck.specs.Pace;
import io.zabdb.modelcheck.specs.SpecsCheck;
import io.zabdb.modelcheck.specs.SpecsOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./zabdb test}: all that must hold on every change, one stage after the other. Tests on
 * real processes share the machine only with TLC, which gets what they leave of it. At its end it
 * says what took how long.
 */
@Command(
    name = "test",
    description = "Check all that must hold on every change.",
    mixinStandardHelpOptions = true)
public final class TestCommand implements Callable<Integer> {

  private static final String FAST = "--fast";

  /** Of Zab, and of leadership transfer. */
  private static final List<String> FAST_MODELS = List.of("MCZab", "MCLeadershipTransfer");

  @Spec private CommandSpec spec;

  @Option(
      names = FAST,
      description = {
        "Only what two minutes allow: the unit tests of the modules, 500 seeds of the simulator,",
        "two models of the protocol's specs. No replacement for the whole."
      })
  private boolean fast;

  @Parameters(
      paramLabel = "MODULE",
      arity = "0..*",
      description = {
        "With --fast: folders below impl, such as core or lab/testkit (default: those that differ",
        "from the last commit)."
      })
  private List<String> modules = List.of();

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
    if (!fast && !modules.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "a module, " + modules.get(0) + ", without " + FAST);
    }
    long start = System.nanoTime();
    if (fast) {
      quickly();
    } else {
      wholly();
    }
    checks.section("times");
    times.print(out, since(start));
    out.println();
    tally.printFailures(out);
    out.println(tally);
    return tally.exitCode();
  }

  private void quickly() throws IOException, InterruptedException {
    List<String> chosen = new ChosenModules(Home.top()).of(modules);
    if (chosen.isEmpty()) {
      out.println("no module differs from the last commit");
    } else {
      String name = "unit tests of " + String.join(", ", chosen);
      stage(name, () -> new JavaTests(checks, tally, out, times).runOnly(chosen));
    }
    stage("simulator", () -> new SimulatorChecks(checks, out).runFast());
    SpecsOptions models = SpecsOptions.only(FAST_MODELS);
    stage("specs, TLC", () -> new SpecsCheck(models, out, tally, times, Pace.full()).run());
  }

  private void wholly() throws IOException, InterruptedException {
    SpecsBeside specs = new SpecsBeside(tally, times);
    specs.start();
    stage("unit tests of impl/", () -> new JavaTests(checks, tally, out, times).run());
    stage("repository", () -> new RepositoryChecks(checks).run());
    stage("simulator", () -> new SimulatorChecks(checks, out).run());
    stage("Jepsen and Maelstrom", this::outsideJudges);
    stage("proofs", () -> ProofChecks.run(checks));
    stage("specs, Apalache", this::apalache);
    stage("specs, TLC: what the other stages left", () -> specs.finish(out));
  }

  private void outsideJudges() throws IOException, InterruptedException {
    for (OutsideJudge judge : OutsideJudge.ALL) {
      judge.run(checks);
    }
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
