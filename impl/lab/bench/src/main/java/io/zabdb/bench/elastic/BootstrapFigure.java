package io.zabdb.bench.elastic;

import static io.zabdb.bench.elastic.ElasticFigure.bars;

import io.zabdb.bench.chart.Picture;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Table;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.GrowthStep;
import io.zabdb.scale.elastic.KeyLoad;
import io.zabdb.scale.elastic.OperationMix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** ElasCass, Figure 5: what it takes to have one node more, and how even the store is then. */
final class BootstrapFigure {

  private static final double MOST_SPREAD = 1.3;
  private static final double MOST_FIRST_PERCENT = 10;
  private static final double VOLUME_OFF = 0.05;

  private BootstrapFigure() {}

  /** Read-intensive; the requests are as even over the ring as those of a hot spot are. */
  static ElasticFigure of(ElasticSettings settings) {
    return of(Growths.of(settings, KeyLoad.hotspot(), OperationMix.READS), SizeUnit.GIB);
  }

  /** Of a store that has grown so. */
  static ElasticFigure of(Growths growths, SizeUnit unit) {
    return new ElasticFigure(
        5,
        "one node more, hotspot, 95% reads (split-move in brackets)",
        table(growths, unit),
        pictures(growths, unit),
        missed(growths.product()),
        growths.data("hotspot, 95% reads, "));
  }

  private static Table table(Growths growths, SizeUnit unit) {
    Table table =
        new Table(
            "nodes",
            "s until it serves",
            unit.label() + " by then",
            unit.label() + " after",
            "of the balance volume",
            "replicas moved",
            "a node has",
            "imbalance of bytes",
            "of work",
            unit.label() + " on a disk");
    for (int i = 0; i < growths.product().size(); i++) {
      GrowthStep ours = growths.product().get(i);
      GrowthStep theirs = growths.splitMove().get(i);
      table.add(
          Integer.toString(ours.nodes()),
          both(ours.serveSeconds(), theirs.serveSeconds()),
          both(unit.of(ours.firstBytes()), unit.of(theirs.firstBytes())),
          both(unit.of(ours.laterBytes()), unit.of(theirs.laterBytes())),
          hundredths(ours.movedOfBalance(), theirs.movedOfBalance()),
          Integer.toString(ours.movedReplicas()),
          Figures.tenths(ours.balanceReplicas()),
          hundredths(ours.bytesImbalance(), theirs.bytesImbalance()),
          hundredths(ours.workImbalance(), theirs.workImbalance()),
          both(unit.of(ours.meanOnDisk()), unit.of(theirs.meanOnDisk())));
    }
    return table;
  }

  private static String both(double ours, double theirs) {
    return Figures.tenths(ours) + " (" + Figures.tenths(theirs) + ")";
  }

  static String hundredths(double ours, double theirs) {
    return String.format(Locale.ROOT, "%.2f (%.2f)", ours, theirs);
  }

  private static Map<String, Supplier<Picture>> pictures(Growths growths, SizeUnit unit) {
    List<String> nodes = growths.nodes();
    List<GrowthStep> ours = growths.product();
    List<Double> balance = Growths.each(ours, step -> unit.of(step.balanceBytes()));
    Map<String, List<Double>> volumes = new LinkedHashMap<>();
    volumes.put("until it serves", Growths.each(ours, step -> unit.of(step.firstBytes())));
    volumes.put("after", Growths.each(ours, step -> unit.of(step.laterBytes())));
    volumes.put("balance volume", balance);
    Map<String, List<Double>> replicas = new LinkedHashMap<>();
    replicas.put("moved", Growths.each(ours, GrowthStep::movedReplicas));
    replicas.put("a node has", Growths.each(ours, GrowthStep::balanceReplicas));
    Map<String, Supplier<Picture>> pictures = new LinkedHashMap<>();
    pictures.put(
        "5a",
        bars(
            "Bootstrap volume",
            unit.label(),
            nodes,
            growths.both(step -> unit.of(step.firstBytes()))));
    pictures.put("5b", bars("Volume moved by ZabDB", unit.label(), nodes, volumes));
    pictures.put("5c", bars("Replicas moved by ZabDB", "replicas", nodes, replicas));
    pictures.put(
        "5d",
        bars("Time until it serves", "seconds", nodes, growths.both(GrowthStep::serveSeconds)));
    pictures.put(
        "5e", bars("Imbalance of bytes", "index", nodes, growths.both(GrowthStep::bytesImbalance)));
    pictures.put(
        "5f",
        bars(
            "On a node's disk",
            unit.label(),
            nodes,
            growths.both(step -> unit.of(step.meanOnDisk()))));
    return pictures;
  }

  private static List<String> missed(List<GrowthStep> steps) {
    Aims aims = new Aims();
    double[] seconds = steps.stream().mapToDouble(GrowthStep::serveSeconds).sorted().toArray();
    aims.within(
        "the longest time until a node serves, by the shortest,",
        seconds[seconds.length - 1] / seconds[0],
        1,
        MOST_SPREAD);
    aims.below(
        steps,
        "the percentage that a node gave until the new one served",
        GrowthStep::firstPercent,
        MOST_FIRST_PERCENT);
    aims.below(
        steps,
        "seconds until nothing moves any more",
        GrowthStep::settledSeconds,
        Double.POSITIVE_INFINITY);
    double moved = steps.stream().mapToDouble(s -> s.firstBytes() + s.laterBytes()).sum();
    double balance = steps.stream().mapToDouble(GrowthStep::balanceBytes).sum();
    aims.within(
        "what all steps moved, by the sum of their balance volumes,",
        moved / balance,
        1 - VOLUME_OFF,
        1 + VOLUME_OFF);
    aims.below(steps, "imbalance of bytes", GrowthStep::bytesImbalance, Aims.MOST_IMBALANCE);
    aims.below(steps, "imbalance of work", GrowthStep::workImbalance, Aims.MOST_IMBALANCE);
    return aims.missed();
  }
}
