package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The definition of linearizability, tried out: all orders, all keys at once, nothing clever. */
final class BruteForce {

  private BruteForce() {}

  static <S> boolean isLinearizable(History history, SequentialModel<S> model) {
    List<Operation> operations =
        history.operations().stream().filter(op -> op.outcome() != Outcome.FAILED).toList();
    return canOrder(operations, new HashMap<>(), model);
  }

  private static <S> boolean canOrder(
      List<Operation> left, Map<Object, S> states, SequentialModel<S> model) {
    if (left.stream().allMatch(operation -> operation.outcome() == Outcome.UNKNOWN)) {
      return true;
    }
    for (Operation next : left) {
      if (left.stream().anyMatch(other -> other.returned() < next.invoked())) {
        continue;
      }
      S state = states.getOrDefault(next.key(), model.initial());
      Optional<S> after = model.step(state, next);
      if (after.isPresent()) {
        List<Operation> rest = new ArrayList<>(left);
        rest.remove(next);
        Map<Object, S> changed = new HashMap<>(states);
        changed.put(next.key(), after.get());
        if (canOrder(rest, changed, model)) {
          return true;
        }
      }
    }
    return false;
  }
}
