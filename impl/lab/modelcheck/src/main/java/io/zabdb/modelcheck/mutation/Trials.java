package io.zabdb.modelcheck.mutation;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.model.SpecError;
import io.zabdb.modelcheck.report.Status;
import io.zabdb.modelcheck.tlc.Outcome;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.verdict.PastTimes;
import io.zabdb.modelcheck.verdict.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs the models of a base module on its mutants, first those that are likely to notice in little
 * time, until one comes out otherwise than its configuration says. Whether a mutant survives does
 * not depend on the order, nor on how many run at a time; only how long it takes does. Thread-safe.
 */
final class Trials {

  /** How long a model may take before anything is changed. */
  private static final Duration UNCHANGED_LIMIT = Duration.ofMinutes(30);

  /** A mutant may make a model larger: so many times the time of the unchanged one, and this. */
  private static final int TIMES = 5;

  private static final Duration MORE = Duration.ofSeconds(20);

  /** For how long a model is thought to run that was never recorded. */
  private static final Duration UNRECORDED = Duration.ofSeconds(2);

  /** What share of the mutants a model is thought to notice before it was tried on any. */
  private static final double HOLDS_NOTICES = 0.5;

  /** A model that must fail needs one behaviour, which most mutants leave it. */
  private static final double FAILS_NOTICES = 0.05;

  /** How much likelier a model is to notice that has noticed a mutant of the same definition. */
  private static final int LIKELIER = 4;

  /**
   * How a model did on mutants of one kind.
   *
   * @param found how many of them it noticed
   * @param time how long it ran on those and on all others
   */
  private record Score(double found, Duration time) {
    Score and(Score other) {
      return new Score(found + other.found, time.plus(other.time));
    }
  }

  private final List<Model> models;
  private final PastTimes past;
  private final Duration limit;
  private final Map<String, TlcResult> unchanged = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> killers = new ConcurrentHashMap<>();
  private final Map<String, Score> scores = new ConcurrentHashMap<>();

  /**
   * Trials.
   *
   * @param models the models to run
   * @param limit how long all models of one mutant may take together
   */
  Trials(List<Model> models, PastTimes past, Duration limit) {
    this.models = models;
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
        result =
            workshop.run(model, shorter(allowed, left), before.time().compareTo(Tlc.SMALL) < 0);
        if (result.outcome().kind() == Outcome.Kind.PARSE_ERROR) {
          // TLC says the same of a configuration whose invariant has become a constant.
          workshop.parse(mutant);
        }
      } finally {
        workshop.restore(mutant);
      }
      Outcome.Kind kind = result.outcome().kind();
      boolean broken = kind == Outcome.Kind.TIMED_OUT || kind == Outcome.Kind.TLC_ERROR;
      boolean found = !broken && Verdict.of(model, result).status() == Status.FAILED;
      scores.merge(key(model, mutant), new Score(found ? 1 : 0, result.time()), Score::and);
      if (broken) {
        notes.add(model.name() + " " + result.outcome());
      } else if (found) {
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

  /** First those that find most mutants like this one for the time that they take. */
  private List<Model> inOrderFor(Mutant mutant) {
    Map<String, Double> worth = new HashMap<>();
    models.forEach(model -> worth.put(model.name(), worth(model, mutant)));
    return models.stream().sorted(Comparator.comparing(model -> -worth.get(model.name()))).toList();
  }

  /** How many mutants like this one the model can be expected to notice in a millisecond. */
  private double worth(Model model, Mutant mutant) {
    Score before =
        new Score(
            model.mustFail() ? FAILS_NOTICES : HOLDS_NOTICES,
            past.of(model.name()).orElse(UNRECORDED));
    Score score = before.and(scores.getOrDefault(key(model, mutant), new Score(0, Duration.ZERO)));
    boolean likely = killers.getOrDefault(place(mutant), Set.of()).contains(model.name());
    return (likely ? LIKELIER : 1) * score.found() / Math.max(1, score.time().toMillis());
  }

  private static String key(Model model, Mutant mutant) {
    return model.name() + " " + mutant.kind();
  }

  private TlcResult unchanged(Model model, Workshop workshop)
      throws IOException, InterruptedException {
    TlcResult known = unchanged.get(model.name());
    if (known == null) {
      boolean small = past.of(model.name()).map(time -> time.compareTo(Tlc.SMALL) < 0).orElse(true);
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
