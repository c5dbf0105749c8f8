package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.report.Status;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.verdict.PastTimes;
import io.zabdb.modelcheck.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs the models of a base module on its mutants, the shortest first, until one comes out
 * otherwise than its configuration says. Whether a mutant survives does not depend on the order,
 * nor on how many run at a time; only how long it takes does. Thread-safe.
 */
final class Trials {

  /** As {@code Scheduler}: above this the JVM should run fast rather than start fast. */
  private static final Duration SMALL = Duration.ofSeconds(9);

  /** How long a model may take before anything is changed. */
  private static final Duration UNCHANGED_LIMIT = Duration.ofMinutes(30);

  /** A mutant may make a model larger: so many times the time of the unchanged one, and this. */
  private static final int TIMES = 5;

  private static final Duration MORE = Duration.ofSeconds(20);

  private final List<Model> models;
  private final PastTimes past;
  private final Duration limit;
  private final Map<String, TlcResult> unchanged = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> killers = new ConcurrentHashMap<>();

  /**
   * Trials.
   *
   * @param models the models to run
   * @param limit how long all models of one mutant may take together
   */
  Trials(List<Model> models, PastTimes past, Duration limit) {
    this.models =
        models.stream()
            .sorted(
                Comparator.comparing(model -> past.of(model.name()).orElse(Duration.ofSeconds(2))))
            .toList();
    this.past = past;
    this.limit = limit;
  }

  /**
   * Runs models on one mutant.
   *
   * @throws SpecError if a model fails without any mutant, or the mutant is no module
   */
  Fate of(Mutant mutant, Workshop workshop) throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<String> notes = new ArrayList<>();
    boolean differs = false;
    for (Model model : inOrderFor(mutant)) {
      Duration left = limit.minusNanos(System.nanoTime() - start);
      if (left.isNegative()) {
        notes.add("not run: " + model.name());
        continue;
      }
      TlcResult before = unchanged(model, workshop);
      Duration allowed = before.time().multipliedBy(TIMES).plus(MORE);
      workshop.install(mutant);
      TlcResult result;
      try {
        result = workshop.run(model, shorter(allowed, left), before.time().compareTo(SMALL) < 0);
        if (result.outcome().kind() == Outcome.Kind.PARSE_ERROR) {
          // TLC says the same of a configuration whose invariant has become a constant.
          workshop.parse(mutant);
        }
      } finally {
        workshop.restore(mutant);
      }
      Outcome.Kind kind = result.outcome().kind();
      if (kind == Outcome.Kind.TIMED_OUT || kind == Outcome.Kind.TLC_ERROR) {
        notes.add(model.name() + " " + result.outcome());
      } else if (Verdict.of(model, result).status() == Status.FAILED) {
        killers
            .computeIfAbsent(place(mutant), name -> ConcurrentHashMap.newKeySet())
            .add(model.name());
        String how = result.outcome().toString().lines().findFirst().orElse("");
        return new Fate(mutant, model.name(), how, List.of(), since(start));
      }
      differs |= !model.mustFail() && result.distinct() != before.distinct();
    }
    notes.add(differs ? "other states" : "the same states");
    return new Fate(mutant, "", "", notes, since(start));
  }

  /** Those that found another mutant of the same definition before the others. */
  private List<Model> inOrderFor(Mutant mutant) {
    Set<String> likely = killers.getOrDefault(place(mutant), Set.of());
    Set<Model> order = new LinkedHashSet<>();
    models.stream().filter(model -> likely.contains(model.name())).forEach(order::add);
    order.addAll(models);
    return List.copyOf(order);
  }

  private TlcResult unchanged(Model model, Workshop workshop)
      throws IOException, InterruptedException {
    TlcResult known = unchanged.get(model.name());
    if (known == null) {
      boolean small = past.of(model.name()).map(time -> time.compareTo(SMALL) < 0).orElse(true);
      known = workshop.run(model, UNCHANGED_LIMIT, small);
      Verdict verdict = Verdict.of(model, known);
      if (verdict.status() == Status.FAILED) {
        throw new SpecError(
            model.name() + " fails before anything is changed: " + verdict.reason());
      }
      unchanged.put(model.name(), known);
    }
    return known;
  }

  private static String place(Mutant mutant) {
    return mutant.module() + "!" + mutant.definition();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
