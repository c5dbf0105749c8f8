package io.zabdb.bench.elastic;

import io.zabdb.bench.report.JsonReport;
import io.zabdb.bench.report.Sizes;
import io.zabdb.scale.elastic.ElasticSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./zabdb bench elastic}: ElasCass's Figures 5 to 8. */
@Command(
    name = "elastic",
    description =
        "ElasCass's Figures 5 to 8 in virtual time: the product's planner beside split-move.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all aims are met",
      "1:one is missed, or a file cannot be written",
      "2:wrong usage"
    })
public final class ElasticCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--figure",
      paramLabel = "N",
      split = ",",
      defaultValue = "5,6,7,8",
      description = "Which (default: ${DEFAULT-VALUE}).")
  private List<Integer> figures;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "10",
      description = "The store grows to so many (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--replicas",
      paramLabel = "K",
      defaultValue = "2",
      description =
          "Of each partition, and the nodes at the beginning (default: ${DEFAULT-VALUE}, as in the"
              + " paper).")
  private int replicas;

  @Option(
      names = "--data",
      paramLabel = "SIZE",
      defaultValue = "100GiB",
      description = "Of all partitions, each counted once (default: ${DEFAULT-VALUE}).")
  private String data;

  @Option(
      names = "--partition",
      paramLabel = "SIZE",
      defaultValue = "2GiB",
      description = "A partition is split beyond (default: ${DEFAULT-VALUE}).")
  private String partition;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Draws keys (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--pictures",
      paramLabel = "FOLDER",
      description = "Draw each part of each figure there, as PNG and SVG.")
  private Path pictures;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON, too.")
  private Path json;

  @Override
  public Integer call() {
    ElasticReport report = report(settings());
    spec.commandLine().getOut().print(report.text());
    spec.commandLine().getOut().flush();
    try {
      if (pictures != null) {
        FigureFiles.draw(pictures, "elascass-", report.figures())
            .ifPresent(why -> spec.commandLine().getErr().println("no pictures: " + why));
      }
      if (json != null) {
        JsonReport.write(json, report.data());
      }
    } catch (IOException e) {
      spec.commandLine().getErr().println("zabdb: " + e.getMessage());
      return 1;
    }
    return report.holds() ? 0 : 1;
  }

  private ElasticSettings settings() {
    try {
      return new ElasticSettings(nodes, replicas, Sizes.parse(data), Sizes.parse(partition), seed);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage());
    }
  }

  private ElasticReport report(ElasticSettings settings) {
    List<ElasticFigure> made = new ArrayList<>();
    for (int number : figures) {
      made.add(
          switch (number) {
            case 5 -> BootstrapFigure.of(settings);
            case 6 -> QueryFigures.throughput(settings);
            case 7 -> QueryFigures.use(settings);
            case 8 -> partitions(settings);
            default ->
                throw new ParameterException(
                    spec.commandLine(), "--figure is " + number + ", allowed is 5 to 8");
          });
    }
    return new ElasticReport(settings, made);
  }

  private ElasticFigure partitions(ElasticSettings settings) {
    try {
      return PartitionFigure.of(settings);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), "--figure 8: " + wrong.getMessage());
    }
  }
}
