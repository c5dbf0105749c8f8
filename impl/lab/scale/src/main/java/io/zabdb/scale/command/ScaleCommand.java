package io.zabdb.scale.command;

import io.zabdb.scale.ScaleOptions;
import io.zabdb.scale.ScaleReport;
import io.zabdb.scale.ScaleRun;
import io.zabdb.scale.ScaleScenario;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb simulate scale}: a day of many nodes under the product's planner. */
@Command(
    name = "scale",
    description = "Run the planner on many nodes, which are capacities, for a day of virtual time.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:all holds", "1:something does not hold", "2:wrong usage"})
public final class ScaleCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--nodes", paramLabel = "N", description = "Nodes (default: ${DEFAULT-VALUE}).")
  private int nodes = 1_000;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      description = "Partitions (default: ${DEFAULT-VALUE}).")
  private int partitions = 100_000;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      description =
          "grow (default), fail, hotspot, diurnal or decommission: docs/elasticity.md says more.")
  private String scenario = "grow";

  @Option(names = "--seed", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Override
  public Integer call() {
    ScaleReport report = new ScaleRun(options()).run();
    report.lines().forEach(spec.commandLine().getOut()::println);
    return report.failed() ? 1 : 0;
  }

  private ScaleOptions options() {
    ScaleScenario named;
    try {
      named = ScaleScenario.valueOf(scenario.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw wrong(
          "unknown scenario '"
              + scenario
              + "'; known: grow, fail, hotspot, diurnal,"
              + " decommission");
    }
    try {
      return new ScaleOptions(nodes, partitions, named, seed);
    } catch (IllegalArgumentException tooMany) {
      throw wrong(tooMany.getMessage());
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
