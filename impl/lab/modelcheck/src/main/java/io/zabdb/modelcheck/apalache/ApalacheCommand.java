package io.zabdb.modelcheck.apalache;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.report.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./zabdb specs apalache}: type checks and symbolic checks. */
@Command(
    name = "apalache",
    description = "Type-check the modules and run the symbolic checks that APA modules declare.",
    mixinStandardHelpOptions = true)
public final class ApalacheCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..*",
      paramLabel = "[quick|full|deep] [MODULE...]",
      description = "The tier (default quick) and the modules (default all).")
  private List<String> words = new ArrayList<>();

  @Option(names = "--record", description = "Write the outcomes to specs/STATISTICS.md.")
  private boolean record;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Tier tier = Tier.QUICK;
    for (Tier known : Tier.values()) {
      if (!words.isEmpty() && words.get(0).equals(known.label())) {
        tier = known;
        words.remove(0);
      }
    }
    Tally tally = new Tally();
    ModelCatalog catalog = ModelCatalog.read(Home.folder("specs"));
    new ApalacheChecks(catalog, new Checks(System.out, tally)).run(tier, words, record);
    System.out.println(tally);
    return tally.exitCode();
  }
}
