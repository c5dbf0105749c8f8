package io.zabdb.bench.compaction;

import io.zabdb.bench.chart.BarPicture;
import io.zabdb.bench.chart.BarPicture.Layout;
import io.zabdb.bench.chart.Picture;
import io.zabdb.bench.chart.Pictures;
import io.zabdb.bench.compaction.RunResult.Task;
import io.zabdb.bench.report.CsvReport;
import io.zabdb.bench.report.JsonReport;
import io.zabdb.bench.timeline.Bucket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Writes all figures of runs into a folder: NAME.json, NAME-timeline.csv, NAME-tasks.csv, NAME.svg
 * and NAME.png of each run, with names such as {@code writes-coldest-1}; and report.json and
 * pictures of all together. For one thread.
 */
final class RunFiles {

  private static final double PERCENT = 100;

  private final Path folder;
  private Optional<String> cannotDraw = Optional.empty();

  /**
   * @param folder made if missing; files of the same names are replaced
   */
  RunFiles(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** Why there are no pictures; empty if there are. */
  Optional<String> cannotDraw() {
    return cannotDraw;
  }

  /** Writes a run. */
  void write(RunResult run) throws IOException {
    String name = file(run.mix()) + "-" + run.policy() + "-" + run.round();
    JsonReport.write(folder.resolve(name + ".json"), run);
    CsvReport.write(folder.resolve(name + "-timeline.csv"), Bucket.class, run.timeline());
    CsvReport.write(folder.resolve(name + "-tasks.csv"), Task.class, run.tasks());
    draw(name, () -> RunFigures.picture(run));
  }

  /** Writes what all runs give together. */
  void write(CompactionReport report) throws IOException {
    JsonReport.write(folder.resolve("report.json"), report);
    Map<String, List<Summary>> mixes = new LinkedHashMap<>();
    report
        .summaries()
        .forEach(each -> mixes.computeIfAbsent(each.mix(), mix -> new ArrayList<>()).add(each));
    bars("throughput", "throughput", "operations/s", mixes, Summary::perSecond);
    bars("p99", "p99 latency", "ms", mixes, each -> each.p99() / 1e3);
    for (Map.Entry<String, List<Summary>> mix : mixes.entrySet()) {
      draw("shares-" + file(mix.getKey()), () -> shares(mix.getKey(), mix.getValue()));
    }
  }

  private void bars(
      String name,
      String title,
      String axis,
      Map<String, List<Summary>> mixes,
      ToDoubleFunction<Summary> figure)
      throws IOException {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    mixes
        .values()
        .forEach(
            all ->
                all.forEach(
                    each ->
                        series
                            .computeIfAbsent(each.policy().name(), policy -> new ArrayList<>())
                            .add(figure.applyAsDouble(each))));
    draw(
        name,
        () -> new BarPicture(title, axis, Layout.BESIDE, List.copyOf(mixes.keySet()), series));
  }

  private static Picture shares(String mix, List<Summary> all) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    series.put("none", all.stream().map(each -> PERCENT * each.shares().none()).toList());
    series.put("a minority", all.stream().map(each -> PERCENT * each.shares().minority()).toList());
    series.put("a quorum", all.stream().map(each -> PERCENT * each.shares().quorum()).toList());
    return new BarPicture(
        "nodes compacting at once: " + mix,
        "% of the time",
        Layout.STACKED,
        all.stream().map(each -> each.policy().name()).toList(),
        series);
  }

  /** The mix 50/50 has a slash. */
  private static String file(String mix) {
    return mix.replace('/', '-');
  }

  /** A machine that cannot draw one cannot draw the others. */
  private void draw(String name, Supplier<Picture> picture) throws IOException {
    if (cannotDraw.isEmpty()) {
      cannotDraw = Pictures.write(folder, name, picture);
    }
  }
}
