package io.zabdb.modelcheck.repository;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.report.Statistics;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that nobody ran to its end shows nothing, and one that is too large for that is never run
 * to its end. So each has a row in {@code specs/STATISTICS.md}, of the constants that it has now.
 * Tier quick is run on every change, so its models have only so much time together.
 */
final class RecordedModels {

  private static final int MODEL = 1;
  private static final int EXPECTED = 3;
  private static final int CONSTANTS = 5;
  private static final int FINISHED = 10;

  /** What two processors do in less than seven minutes; the tier has eight. */
  private static final Duration QUICK = Duration.ofSeconds(13 * 60 + 30);

  private final Path specs;
  private final ModelCatalog catalog;
  private final PastTimes past;

  /**
   * @param specs the folder of the specs
   * @param catalog its models
   * @param past how long they took
   */
  RecordedModels(Path specs, ModelCatalog catalog, PastTimes past) {
    this.specs = specs;
    this.catalog = catalog;
    this.past = past;
  }

  /** What is wrong with the records, in sentences; empty: nothing. */
  List<String> problems() throws IOException {
    Map<String, List<String>> rows = new HashMap<>();
    for (List<String> row :
        Statistics.read(specs.resolve("STATISTICS.md")).rows(PastTimes.SECTION)) {
      rows.put(row.get(MODEL), row);
    }
    List<String> problems = new ArrayList<>();
    for (Model model : catalog.models()) {
      List<String> row = rows.get(model.name());
      if (row == null) {
        problems.add(model.name() + " has no row" + advice(model));
      } else if (!row.get(CONSTANTS).equals(model.config().constantsText())
          || !row.get(EXPECTED).equals(model.expectation().toString())) {
        problems.add(
            model.name()
                + " was recorded with other constants or another expectation"
                + advice(model));
      } else if (!row.get(FINISHED).equals("yes") && !model.mode().simulate()) {
        problems.add(model.name() + " was not run to its end" + advice(model));
      }
    }
    Duration quick = timeOfTierQuick();
    if (quick.compareTo(QUICK) > 0) {
      problems.add(
          "the models of tier quick took "
              + quick.toSeconds()
              + " s together when they were recorded, and have "
              + QUICK.toSeconds()
              + ": some must be smaller, or of tier full");
    }
    return problems;
  }

  private Duration timeOfTierQuick() {
    return catalog.models().stream()
        .filter(model -> model.tier() == Tier.QUICK)
        .flatMap(model -> past.of(model.name()).stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static String advice(Model model) {
    return ": ./zabdb specs --only " + model.name() + " --record";
  }
}
