package io.zabdb.cli;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.apalache.ApalacheChecks;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.proofs.ProofChecks;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Tally;
import io.zabdb.modelcheck.repository.JavaTests;
import io.zabdb.modelcheck.repository.RepositoryChecks;
import io.zabdb.modelcheck.specs.SpecsCheck;
import io.zabdb.modelcheck.specs.SpecsOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ./zabdb test}: all that must hold on every change. */
@Command(
    name = "test",
    description = "Check all that must hold on every change.",
    mixinStandardHelpOptions = true)
public final class TestCommand implements Callable<Integer> {

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = System.out;
    Tally tally = new Tally();
    Checks checks = new Checks(out, tally);
    checks.section("unit tests of impl/");
    new JavaTests(checks, tally, out).run();
    checks.section("repository");
    new RepositoryChecks(checks).run();
    checks.section("simulator");
    new SimulatorChecks(checks, out).run();
    checks.section("Jepsen");
    new JepsenChecks(checks).run();
    checks.section("proofs");
    ProofChecks.run(checks);
    checks.section("specs, Apalache");
    new ApalacheChecks(ModelCatalog.read(Home.folder("specs")), checks)
        .run(Tier.QUICK, List.of(), false);
    checks.section("specs, TLC");
    new SpecsCheck(SpecsOptions.quick(), out, tally).run();
    out.println();
    out.println(tally);
    return tally.exitCode();
  }
}
