package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Searches for an order of the operations of one key that explains their results.
 *
 * <p>An invocation may be placed next if it lies before the first return of those that have no
 * place yet and if the model allows it. When there is nothing left to try, the last placement is
 * undone. Four rules cut the search without losing an order:
 *
 * <ul>
 *   <li>a configuration like one that has been {@link Seen} leads nowhere new;
 *   <li>a read that can be placed may as well be placed at once, so no alternative to it is tried;
 *   <li>an operation of unknown outcome that would not change the state, or whose effect the next
 *       operation would hide, may as well wait;
 *   <li>of two like operations of unknown outcome, the one invoked first goes first.
 * </ul>
 *
 * @param <S> the state of the model
 */
final class KeySearch<S> {

  private static final int NO_TWIN = -1;

  private final List<Operation> operations;
  private final SequentialModel<S> model;
  private final Budget budget;
  private final EventList events;
  private final PlacedSet placed;
  private final Seen seen = new Seen();
  private final Deepest deepest = new Deepest();

  /** The operation that must go first among those like it; NO_TWIN for most. */
  private final int[] twin;

  private final int[] order;
  private final List<S> states = new ArrayList<>();
  private int depth;

  /** How many operations with a result have no place yet. */
  private long missing;

  /**
   * @param operations of one key, in order of their invocations, without those that failed
   */
  KeySearch(List<Operation> operations, SequentialModel<S> model, Budget budget) {
    this.operations = operations;
    this.model = model;
    this.budget = budget;
    events = new EventList(operations);
    placed = new PlacedSet(operations);
    twin = twins(operations);
    order = new int[operations.size()];
    states.add(model.initial());
    missing = operations.stream().filter(operation -> !isUnknown(operation)).count();
  }

  Verdict run() {
    if (missing == 0) {
      return Verdict.VALID;
    }
    int place = events.firstCall();
    while (true) {
      if (place == EventList.NONE) {
        deepest.deadEnd(events.firstReturn(), order, depth);
        if (!undo()) {
          return Verdict.INVALID;
        }
        place = events.nextCall(events.invocation(order[depth]));
      } else if (!budget.step(seen)) {
        return Verdict.INCONCLUSIVE;
      } else if (!tryToPlace(events.operation(place))) {
        place = events.nextCall(place);
      } else if (missing == 0) {
        return Verdict.VALID;
      } else {
        place = events.firstCall();
      }
    }
  }

  /** After an invalid verdict: the longest beginning that has an order, and where it ends. */
  Failure failure() {
    Operation stuck = operations.get(events.operation(deepest.blockedAt()));
    List<Operation> best = deepest.order().stream().map(operations::get).toList();
    return Failure.of(operations, best, stuck, model);
  }

  private boolean tryToPlace(int index) {
    if (twin[index] != NO_TWIN && !placed.contains(twin[index])) {
      return false;
    }
    Operation operation = operations.get(index);
    S state = states.get(depth);
    Optional<S> after = model.step(state, operation);
    if (after.isEmpty()
        || (isUnknown(operation) && after.get().equals(state))
        || isLastWasted(operation, after)) {
      return false;
    }
    placed.add(index);
    if (!seen.add(placed, after.get())) {
      placed.remove(index);
      return false;
    }
    events.remove(index);
    order[depth] = index;
    depth++;
    states.add(after.get());
    missing -= isUnknown(operation) ? 0 : 1;
    return true;
  }

  /** Whether the last placement was of unknown outcome and made no difference to this one. */
  private boolean isLastWasted(Operation operation, Optional<S> after) {
    return depth > 0
        && isUnknown(operations.get(order[depth - 1]))
        && model.step(states.get(depth - 1), operation).equals(after);
  }

  /**
   * Takes back placements up to one that may have alternatives: the last one that was taken back,
   * now at {@code order[depth]}. False if there is none.
   */
  private boolean undo() {
    while (depth > 0) {
      states.remove(depth);
      depth--;
      int index = order[depth];
      deepest.cut(depth);
      placed.remove(index);
      events.restore(index);
      missing += isUnknown(operations.get(index)) ? 0 : 1;
      if (!model.isReadOnly(operations.get(index))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUnknown(Operation operation) {
    return operation.outcome() == Outcome.UNKNOWN;
  }

  private static int[] twins(List<Operation> operations) {
    record Call(String function, Object argument) {}
    Map<Call, Integer> last = new HashMap<>();
    int[] twin = new int[operations.size()];
    for (int i = 0; i < twin.length; i++) {
      Operation operation = operations.get(i);
      Integer before =
          isUnknown(operation)
              ? last.put(new Call(operation.function(), operation.argument()), i)
              : null;
      twin[i] = before == null ? NO_TWIN : before;
    }
    return twin;
  }
}
