package io.zabdb.bench.elastic;

import static io.zabdb.bench.elastic.ElasticFigure.bars;

import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Table;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.GrowthStep;
import io.zabdb.scale.elastic.KeyLoad;
import io.zabdb.scale.elastic.OperationMix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** ElasCass, Figures 6 and 7: what a grown store does when its busiest node does all it can. */
final class QueryFigures {

  private QueryFigures() {}

  /** Figure 6: operations a second. */
  static ElasticFigure throughput(ElasticSettings settings) {
    KeyLoad keys = KeyLoad.zipf(settings.seed());
    Growths writes = Growths.of(settings, keys, OperationMix.WRITES);
    Growths reads = Growths.of(settings, keys, OperationMix.READS);
    Table table = new Table("nodes", "50% reads: operations/s", "95% reads: operations/s");
    for (int i = 0; i < writes.product().size(); i++) {
      table.add(writes.nodes().get(i), operations(writes, i), operations(reads, i));
    }
    Map<String, List<?>> data = new HashMap<>(writes.data("zipf, 50% reads, "));
    data.putAll(reads.data("zipf, 95% reads, "));
    return new ElasticFigure(
        6,
        "throughput, zipf (split-move in brackets)",
        table,
        Map.of(
            "6a",
            bars("50% reads", "operations/s", writes.nodes(), writes.both(GrowthStep::throughput)),
            "6b",
            bars("95% reads", "operations/s", reads.nodes(), reads.both(GrowthStep::throughput))),
        List.of(),
        data);
  }

  private static String operations(Growths growths, int step) {
    return Figures.whole(growths.product().get(step).throughput())
        + " ("
        + Figures.whole(growths.splitMove().get(step).throughput())
        + ")";
  }

  /** Figure 7: how much of all nodes is used, and how evenly. */
  static ElasticFigure use(ElasticSettings settings) {
    Growths reads = Growths.of(settings, KeyLoad.zipf(settings.seed()), OperationMix.READS);
    Table table = new Table("nodes", "used of all processors", "imbalance of that");
    for (int i = 0; i < reads.product().size(); i++) {
      GrowthStep ours = reads.product().get(i);
      GrowthStep theirs = reads.splitMove().get(i);
      table.add(
          reads.nodes().get(i),
          BootstrapFigure.hundredths(ours.use(), theirs.use()),
          BootstrapFigure.hundredths(ours.workImbalance(), theirs.workImbalance()));
    }
    Aims aims = new Aims();
    aims.below(
        reads.product(), "imbalance of work", GrowthStep::workImbalance, Aims.MOST_IMBALANCE);
    aims.below(
        reads.product(), "imbalance of bytes", GrowthStep::bytesImbalance, Aims.MOST_IMBALANCE);
    return new ElasticFigure(
        7,
        "use of processors, zipf, 95% reads (split-move in brackets)",
        table,
        Map.of(
            "7a",
            bars("Used of all processors", "share", reads.nodes(), reads.both(GrowthStep::use)),
            "7b",
            bars(
                "Imbalance of processors",
                "index",
                reads.nodes(),
                reads.both(GrowthStep::workImbalance))),
        aims.missed(),
        reads.data("zipf, 95% reads, "));
  }
}
