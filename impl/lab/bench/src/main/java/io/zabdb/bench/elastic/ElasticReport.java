package io.zabdb.bench.elastic;

import io.zabdb.scale.elastic.ElasticSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** All that {@code bench elastic} found. */
record ElasticReport(ElasticSettings settings, List<ElasticFigure> figures) {

  private static final double GIB = 1L << 30;

  /** Whether all aims are met. */
  boolean holds() {
    return figures.stream().allMatch(each -> each.missed().isEmpty());
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "in virtual time: %d to %d nodes, %.1f GiB, %d replicas, partitions of at most %.1f"
                + " GiB, seed %d%n",
            settings.replicas(),
            settings.mostNodes(),
            settings.bytes() / GIB,
            settings.replicas(),
            settings.mostBytes() / GIB,
            settings.seed()));
    figures.forEach(each -> text.append('\n').append(each.text()));
    return text.toString();
  }

  /** For programs: what each figure was made of, and the aims that it misses. */
  record ElasticData(
      ElasticSettings settings, Map<String, List<?>> data, Map<Integer, List<String>> missed) {}

  ElasticData data() {
    Map<String, List<?>> data = new TreeMap<>();
    Map<Integer, List<String>> missed = new TreeMap<>();
    for (ElasticFigure figure : figures) {
      data.putAll(figure.data());
      missed.put(figure.number(), figure.missed());
    }
    return new ElasticData(settings, data, missed);
  }
}
