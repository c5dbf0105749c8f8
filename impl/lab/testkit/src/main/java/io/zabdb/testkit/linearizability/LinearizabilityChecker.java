package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Checks histories key by key: a history is linearizable if and only if each of its keys is. */
public final class LinearizabilityChecker {

  private LinearizabilityChecker() {}

  /**
   * Checks a history in the calling thread. Keys that exceed the limits do not hide an invalid one.
   *
   * @throws IllegalArgumentException if the model does not know an operation
   */
  public static <S> CheckResult check(History history, SequentialModel<S> model, Limits limits) {
    history.operations().forEach(model::check);
    long start = System.nanoTime();
    Collection<List<Operation>> keys = history.byKey();
    Optional<String> limit = Optional.empty();
    long steps = 0;
    for (List<Operation> key : keys) {
      Budget budget = new Budget(limits, start);
      KeySearch<S> search = new KeySearch<>(effective(key, model), model, budget);
      Verdict verdict = search.run();
      steps += budget.steps();
      if (verdict == Verdict.INVALID) {
        Optional<Failure> failure = Optional.of(search.failure());
        return new CheckResult(verdict, keys.size(), steps, failure, Optional.empty());
      }
      limit = limit.or(budget::exceeded);
    }
    Verdict verdict = limit.isPresent() ? Verdict.INCONCLUSIVE : Verdict.VALID;
    return new CheckResult(verdict, keys.size(), steps, Optional.empty(), limit);
  }

  /** What can have had an effect that shows. */
  private static List<Operation> effective(List<Operation> key, SequentialModel<?> model) {
    return key.stream()
        .filter(op -> op.outcome() != Outcome.FAILED)
        .filter(op -> op.outcome() != Outcome.UNKNOWN || model.canShow(op, key))
        .toList();
  }
}
