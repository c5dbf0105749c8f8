package io.zabdb.bench.elastic;

import static io.zabdb.bench.elastic.ElasticFigure.bars;

import io.zabdb.balance.load.Imbalance;
import io.zabdb.bench.growth.NodeStep;
import io.zabdb.bench.growth.ServedLoad;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Table;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.GrowthStep;
import io.zabdb.scale.elastic.KeyLoad;
import io.zabdb.scale.elastic.OperationMix;
import io.zabdb.scale.elastic.PartitionSizes;
import io.zabdb.scale.elastic.SplitMoveRun;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** ElasCass's figures, of stores of real nodes; split-move beside them is computed. */
final class RealFigures {

  private static final double MICROS_PER_MILLI = 1_000;

  private RealFigures() {}

  private static Growths growths(List<NodeStep> steps, ElasticSettings settings, KeyLoad keys) {
    return new Growths(
        steps.stream().map(NodeStep::growth).toList(),
        new SplitMoveRun(settings, keys, OperationMix.READS).run());
  }

  /** Figure 5: what it takes to have one node more. */
  static ElasticFigure bootstrap(List<NodeStep> hotspot, ElasticSettings settings) {
    return BootstrapFigure.of(growths(hotspot, settings, KeyLoad.hotspot()), SizeUnit.MIB);
  }

  /**
   * Figure 6: what clients saw.
   *
   * @param keys which rows they asked for, in a word
   */
  static ElasticFigure clients(List<NodeStep> steps, String keys) {
    Table table =
        new Table(
            "nodes",
            "growing: operations/s",
            "p99 of reads, ms",
            "of writes",
            "settled: p99 of reads",
            "of writes",
            "50% reads: operations/s",
            "p99 of reads",
            "of writes",
            "95% reads: operations/s",
            "p99 of reads",
            "of writes",
            "errors");
    Aims aims = new Aims();
    for (NodeStep step : steps) {
      List<ServedLoad> all = List.of(step.during(), step.after(), step.writes(), step.reads());
      long errors = all.stream().mapToLong(ServedLoad::failed).sum();
      String nodes = Integer.toString(step.growth().nodes());
      table.add(
          nodes,
          Figures.whole(step.during().perSecond()),
          reads(step.during()),
          writes(step.during()),
          reads(step.after()),
          writes(step.after()),
          Figures.whole(step.writes().perSecond()),
          reads(step.writes()),
          writes(step.writes()),
          Figures.whole(step.reads().perSecond()),
          reads(step.reads()),
          writes(step.reads()),
          Long.toString(errors));
      aims.within("the number of errors of clients with " + nodes + " nodes", errors, 0, 0);
    }
    List<String> nodes = nodes(steps);
    return new ElasticFigure(
        6,
        "what clients saw, " + keys,
        table,
        Map.of(
            "6a-" + keys,
            bars(
                "50% reads, " + keys,
                "operations/s",
                nodes,
                Map.of("ZabDB", each(steps, step -> step.writes().perSecond()))),
            "6b-" + keys,
            bars(
                "95% reads, " + keys,
                "operations/s",
                nodes,
                Map.of("ZabDB", each(steps, step -> step.reads().perSecond())))),
        aims.missed(),
        Map.of(keys + ", clients", steps));
  }

  private static String reads(ServedLoad load) {
    return Figures.tenths(load.reads().p99() / MICROS_PER_MILLI);
  }

  private static String writes(ServedLoad load) {
    return Figures.tenths(load.writes().p99() / MICROS_PER_MILLI);
  }

  private static List<String> nodes(List<NodeStep> steps) {
    return steps.stream().map(step -> Integer.toString(step.growth().nodes())).toList();
  }

  private static List<Double> each(List<NodeStep> steps, Function<NodeStep, Double> figure) {
    return steps.stream().map(figure).toList();
  }

  /**
   * Figure 7: how evenly nodes are used.
   *
   * @param processors of this machine
   */
  static ElasticFigure use(List<NodeStep> zipf, ElasticSettings settings, int processors) {
    Growths growths = growths(zipf, settings, KeyLoad.zipf(settings.seed()));
    Table table =
        new Table(
            "nodes", "used of all processors", "imbalance of that", "of requests", "of bytes");
    for (int i = 0; i < zipf.size(); i++) {
      GrowthStep ours = growths.product().get(i);
      GrowthStep theirs = growths.splitMove().get(i);
      table.add(
          growths.nodes().get(i),
          hundredths(zipf.get(i).processors().stream().mapToDouble(p -> p / processors).sum()),
          hundredths(imbalance(zipf.get(i).processors())),
          BootstrapFigure.hundredths(ours.workImbalance(), theirs.workImbalance()),
          BootstrapFigure.hundredths(ours.bytesImbalance(), theirs.bytesImbalance()));
    }
    Aims aims = new Aims();
    aims.below(
        growths.product(), "imbalance of requests", GrowthStep::workImbalance, Aims.MOST_IMBALANCE);
    aims.below(
        growths.product(), "imbalance of bytes", GrowthStep::bytesImbalance, Aims.MOST_IMBALANCE);
    return new ElasticFigure(
        7,
        "use of nodes, zipf, 95% reads (split-move in brackets)",
        table,
        Map.of(
            "7a",
            bars(
                "Imbalance of requests",
                "index",
                growths.nodes(),
                growths.both(GrowthStep::workImbalance)),
            "7b",
            bars(
                "Imbalance of processors",
                "index",
                growths.nodes(),
                Map.of("ZabDB", each(zipf, step -> imbalance(step.processors()))))),
        aims.missed(),
        growths.data("zipf, 95% reads, "));
  }

  private static double imbalance(List<Double> loads) {
    return Imbalance.index(loads.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static String hundredths(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }

  /**
   * How full partitions are.
   *
   * @param mostBytes beyond which they were split
   * @param bytes of each
   */
  static PartitionSizes sizes(long mostBytes, List<Long> bytes) {
    double[] fullness = bytes.stream().mapToDouble(each -> (double) each / mostBytes).toArray();
    double mean = bytes.stream().mapToDouble(each -> (double) each / mostBytes).average().orElse(0);
    return new PartitionSizes(
        mostBytes / (double) (1L << 30), fullness.length, mean, Imbalance.index(fullness) * mean);
  }
}
