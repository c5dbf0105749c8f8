package io.zabdb.bench.elastic;

import io.zabdb.bench.growth.RealSettings;
import io.zabdb.bench.machine.Machine;
import io.zabdb.scale.elastic.ElasticSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that {@code bench elastic real} found.
 *
 * @param warnings about what blurs the figures
 * @param sizes of the store, as split-move was computed for them
 */
record RealReport(
    Machine machine,
    List<String> warnings,
    RealSettings settings,
    ElasticSettings sizes,
    List<ElasticFigure> figures) {

  /** Whether all aims are met. */
  boolean holds() {
    return figures.stream().allMatch(each -> each.missed().isEmpty());
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("machine: ").append(machine.describe()).append('\n');
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    text.append(
        String.format(
            Locale.ROOT,
            "on real nodes: %d to %d, all on this machine, %.1f MiB, %d replicas, partitions of at"
                + " most %.1f MiB, %.0f operations/s; split-move is computed%n",
            RealSettings.FOUNDERS,
            settings.nodes(),
            SizeUnit.MIB.of(sizes.bytes()),
            sizes.replicas(),
            SizeUnit.MIB.of(sizes.mostBytes()),
            settings.perSecond()));
    figures.forEach(each -> text.append('\n').append(each.text()));
    return text.toString();
  }

  /** For programs: what each figure was made of, and the aims that it misses. */
  record RealData(
      Machine machine,
      ElasticSettings sizes,
      Map<String, List<?>> data,
      Map<Integer, List<String>> missed) {}

  RealData data() {
    Map<String, List<?>> data = new TreeMap<>();
    Map<Integer, List<String>> missed = new TreeMap<>();
    for (ElasticFigure figure : figures) {
      data.putAll(figure.data());
      missed.computeIfAbsent(figure.number(), any -> new ArrayList<>()).addAll(figure.missed());
    }
    return new RealData(machine, sizes, data, missed);
  }
}
