package io.zabdb.bench.elastic;

import io.zabdb.bench.cluster.TestClusters;
import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.growth.RealGrowth;
import io.zabdb.bench.growth.RealSettings;
import io.zabdb.bench.load.ErrorNames;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.model.error.ZabException;
import io.zabdb.scale.elastic.ElasticSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench elastic real}: ElasCass's Figures 5 to 8, measured. */
@Command(
    name = "real",
    description = {
      "ElasCass's Figures 5 to 8 on node processes of this machine, at a thousandth of the size:",
      "a store that grows node by node under clients. Split-move beside it is computed."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all aims are met",
      "1:one is missed, the store did not grow, or a file cannot be written",
      "2:wrong usage"
    })
public final class RealElasticCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  private final TestClusters clusters;

  @Mixin private RealElasticOptions options;

  @Option(
      names = "--pictures",
      paramLabel = "FOLDER",
      description = "Draw each part of each figure there, as PNG and SVG.")
  private Path pictures;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  public RealElasticCommand(TestClusters clusters) {
    this.clusters = clusters;
  }

  @Override
  public Integer call() throws InterruptedException {
    ElasticSettings sizes = options.sizes(spec);
    RealSettings settings = options.settings(spec, sizes);
    Machine machine = Machine.read(new Proc());
    List<String> warnings = machine.warning().stream().toList();
    warnings.forEach(this::progress);
    try {
      RealReport report =
          new RealReport(
              machine,
              warnings,
              settings,
              sizes,
              new RealMeasurement(
                      new RealGrowth(clusters, options.own(), settings, this::progress),
                      sizes,
                      machine.processors())
                  .run(options));
      spec.commandLine().getOut().print(report.text());
      spec.commandLine().getOut().flush();
      if (pictures != null) {
        FigureFiles.draw(pictures, "elascass-real-", report.figures())
            .ifPresent(why -> progress("no pictures: " + why));
      }
      if (json != null) {
        JsonReport.write(json, report.data());
      }
      return report.holds() ? 0 : 1;
    } catch (BenchException | IOException | ZabException | CompletionException e) {
      spec.commandLine().getErr().println("zabdb: " + ErrorNames.cause(e).getMessage());
      return 1;
    }
  }

  private void progress(String what) {
    spec.commandLine().getErr().println(what);
    spec.commandLine().getErr().flush();
  }
}
