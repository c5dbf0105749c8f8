package io.zabdb.bench.elastic;

import static io.zabdb.bench.elastic.ElasticFigure.bars;

import io.zabdb.bench.report.Table;
import io.zabdb.scale.elastic.ElasticSettings;
import io.zabdb.scale.elastic.PartitionSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** ElasCass, Figure 8: partitions of a loaded store, by their greatest size. */
final class PartitionFigure {

  private static final int SIZES = 6;
  private static final double LEAST_FULL = 0.6;
  private static final double MOST_FULL = 0.8;
  private static final double MOST_DEVIATION = 0.2;

  private PartitionFigure() {}

  /**
   * Six greatest sizes, each twice the one before; the first is half of that of the settings.
   *
   * @throws IllegalArgumentException if one of them cannot be simulated
   */
  static ElasticFigure of(ElasticSettings settings) {
    List<PartitionSizes> all = new ArrayList<>();
    for (int i = 0; i < SIZES; i++) {
      all.add(PartitionSizes.of(settings.withMostBytes((settings.mostBytes() / 2) << i)));
    }
    return of(all, SizeUnit.GIB);
  }

  /** Of stores that have been loaded. */
  static ElasticFigure of(List<PartitionSizes> all, SizeUnit unit) {
    Table table =
        new Table("greatest size", "partitions", "mean, " + unit.label(), "fullness", "deviation");
    Aims aims = new Aims();
    for (PartitionSizes each : all) {
      String size = most(each, unit);
      table.add(
          size,
          Integer.toString(each.count()),
          String.format(Locale.ROOT, "%.2f", mean(each, unit)),
          String.format(Locale.ROOT, "%.3f", each.fullness()),
          String.format(Locale.ROOT, "%.3f", each.deviation()));
      aims.within("fullness at " + size, each.fullness(), LEAST_FULL, MOST_FULL);
      aims.within("its deviation at " + size, each.deviation(), 0, MOST_DEVIATION);
    }
    List<String> names = all.stream().map(each -> most(each, unit)).toList();
    return new ElasticFigure(
        8,
        "partitions of a loaded store",
        table,
        Map.of(
            "8a",
            bars("Partitions", "number", names, one("partitions", all, PartitionSizes::count)),
            "8b",
            bars(
                "Size of a partition",
                unit.label(),
                names,
                one("mean", all, each -> mean(each, unit))),
            "8c",
            bars("Fullness", "share", names, one("mean", all, PartitionSizes::fullness))),
        aims.missed(),
        Map.of("partitions", all));
  }

  private static String most(PartitionSizes each, SizeUnit unit) {
    return String.format(Locale.ROOT, "%.3g ", unit.ofGib(each.mostGib())) + unit.label();
  }

  private static double mean(PartitionSizes each, SizeUnit unit) {
    return each.fullness() * unit.ofGib(each.mostGib());
  }

  private static Map<String, List<Double>> one(
      String name, List<PartitionSizes> all, ToDoubleFunction<PartitionSizes> figure) {
    return Map.of(name, all.stream().mapToDouble(figure).boxed().toList());
  }
}
