package io.zabdb.bench.elastic;

import io.zabdb.bench.chart.BarPicture;
import io.zabdb.bench.chart.Picture;
import io.zabdb.bench.report.Table;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A figure of ElasCass.
 *
 * @param number of the paper
 * @param pictures its parts, by the names of their files
 * @param missed aims that were not met, in words
 * @param data what it was made of, for programs
 */
record ElasticFigure(
    int number,
    String title,
    Table table,
    Map<String, Supplier<Picture>> pictures,
    List<String> missed,
    Map<String, List<?>> data) {

  /** Bars beside each other. */
  static Supplier<Picture> bars(
      String title, String axis, List<String> categories, Map<String, List<Double>> series) {
    return () -> new BarPicture(title, axis, BarPicture.Layout.BESIDE, categories, series);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("Figure ").append(number).append(": ").append(title).append('\n').append(table);
    missed.forEach(each -> text.append("MISSED: ").append(each).append('\n'));
    return text.toString();
  }
}
