package io.zabdb.modelcheck.proofs;

import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Tally;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ./zabdb proofs}: checks the machine-checked proofs. */
@Command(
    name = "proofs",
    description =
        "Check the machine-checked proofs: the Coq development and, where tlapm is installed, TLAPS.",
    mixinStandardHelpOptions = true)
public final class ProofsCommand implements Callable<Integer> {

  @Override
  public Integer call() throws IOException, InterruptedException {
    Tally tally = new Tally();
    ProofChecks.run(new Checks(System.out, tally));
    System.out.println(tally);
    return tally.exitCode();
  }
}
