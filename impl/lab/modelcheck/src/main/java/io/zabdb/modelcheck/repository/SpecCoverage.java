package io.zabdb.modelcheck.repository;

import io.zabdb.modelcheck.model.Expectation;
import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.model.Tier;
import io.zabdb.modelcheck.report.Checks;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A check that cannot fail is a defect. So: each protocol has the models it must have, and each
 * property that a model lists is violated by some mutant of the same module.
 */
final class SpecCoverage {

  /** The protocols and the least number of mutants of each. */
  static final Map<String, Integer> PROTOCOLS =
      new TreeMap<>(
          Map.of(
              "Store", 4,
              "ReplicatedLog", 4,
              "Zab", 12,
              "LeadershipTransfer", 4,
              "AppliedIndex", 4,
              "Ring", 4,
              "SplitMerge", 4,
              "Ownership", 4,
              "Handoff", 4,
              "Bootstrap", 4));

  /** A small model takes less. */
  private static final Duration LONG = Duration.ofSeconds(3);

  private final ModelCatalog catalog;
  private final PastTimes past;
  private final Checks checks;

  /**
   * @param past how long models took
   */
  SpecCoverage(ModelCatalog catalog, PastTimes past, Checks checks) {
    this.catalog = catalog;
    this.past = past;
    this.checks = checks;
  }

  void run() {
    PROTOCOLS.forEach(this::checkProtocol);
    checks.expectEmpty(
        "each random model says what it must reach",
        catalog.models().stream()
            .filter(model -> model.mode().simulate() && model.reaches().isEmpty())
            .filter(model -> !model.mustFail())
            .map(Model::name)
            .collect(Collectors.joining(", ")));
    checks.expectEmpty(
        "each state of reach/ is reached in tier quick, or in tier full if that takes long",
        catalog.models().stream()
            .filter(model -> model.folder().equals("reach") && model.tier() != Tier.QUICK)
            .filter(model -> !takesLong(model) && !isNamedByAnother(model))
            .map(Model::name)
            .collect(Collectors.joining(", ")));
    TreeSet<String> bases = new TreeSet<>(catalog.models().stream().map(Model::base).toList());
    bases.forEach(this::checkProperties);
  }

  private boolean takesLong(Model model) {
    return model.tier() == Tier.FULL
        && past.of(model.name()).filter(time -> time.compareTo(LONG) >= 0).isPresent();
  }

  /** Whether a model of tier quick or full must reach what this one says is never reached. */
  private boolean isNamedByAnother(Model never) {
    String negation = "~" + never.expectation().property();
    String name = never.expectation().property().replaceFirst("^Never", "");
    return catalog.models().stream()
        .filter(model -> model.base().equals(never.base()) && model.tier() != Tier.DEEP)
        .anyMatch(model -> model.reaches().contains(negation) || model.reaches().contains(name));
  }

  private void checkProtocol(String base, int leastMutants) {
    Collection<String> modules = catalog.modules().all().keySet();
    TreeSet<String> missing = new TreeSet<>();
    for (String prefix : List.of("", "MC", "SIM", "APA")) {
      if (!modules.contains(prefix + base)) {
        missing.add("the module " + prefix + base);
      }
    }
    if (models(base, "reach").isEmpty()) {
      missing.add("a model in reach/");
    }
    int mutants = models(base, "mutants").size();
    if (mutants < leastMutants) {
      missing.add("mutants: " + mutants + " of at least " + leastMutants);
    }
    checks.expectEmpty(
        base + " has the models it must have",
        missing.isEmpty() ? "" : "missing: " + String.join(", ", missing));
  }

  private List<Model> models(String base, String folder) {
    return catalog.models().stream()
        .filter(model -> model.base().equals(base) && model.folder().equals(folder))
        .toList();
  }

  private void checkProperties(String base) {
    TreeSet<String> listed = new TreeSet<>();
    TreeSet<String> violated = new TreeSet<>();
    for (Model model : catalog.models()) {
      if (!model.base().equals(base)) {
        continue;
      }
      if (!model.mustFail()) {
        listed.addAll(model.config().invariants());
        listed.addAll(model.config().properties());
      } else if (model.expectation().kind() == Expectation.Kind.VIOLATES
          && model.folder().equals("mutants")) {
        violated.add(model.expectation().property());
      }
    }
    // Type invariants catch slips in the spec, not weak guards.
    listed.removeIf(name -> name.contains("TypeOK"));
    listed.removeAll(violated);
    checks.expectEmpty(
        base + ": each property is violated by a mutant",
        listed.isEmpty() ? "" : "no mutant violates " + String.join(", ", listed));
  }
}
