package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches for an order of the operations of one key that explains their results.
 *
 * <p>It walks along the events. An invocation may be placed next if the model allows it; at the
 * return of an operation that has no place yet there is nothing left to try, and the last placement
 * is undone. Three rules cut the search without losing an order:
 *
 * <ul>
 *   <li>a configuration that has been seen before leads nowhere new;
 *   <li>a read that can be placed may as well be placed at once, so no alternative to it is tried;
 *       an operation of unknown outcome that would not change the state may as well wait;
 *   <li>of two like operations of unknown outcome, the one invoked first goes first.
 * </ul>
 *
 * @param <S> the state of the model
 */
final class KeySearch<S> {

  private static final int NONE = -1;

  private final List<Operation> operations;
  private final SequentialModel<S> model;
  private final Budget budget;
  private final EventList events;
  private final PlacedSet placed;
  private final Set<Configuration> seen = new HashSet<>();
  private final Deepest deepest = new Deepest();

  /** The operation that must go first among those like it; NONE for most. */
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
    int place = events.first();
    while (missing > 0) {
      if (events.isReturn(place)) {
        deepest.deadEnd(place, order, depth);
        place = undo();
        if (place == NONE) {
          return Verdict.INVALID;
        }
      } else if (!budget.step(seen.size())) {
        return Verdict.INCONCLUSIVE;
      } else {
        place = tryToPlace(events.operation(place)) ? events.first() : events.next(place);
      }
    }
    return Verdict.VALID;
  }

  /** After an invalid verdict: the longest beginning that has an order, and where it ends. */
  Failure failure() {
    Operation stuck = operations.get(events.operation(deepest.blockedAt()));
    List<Operation> best = deepest.order().stream().map(operations::get).toList();
    return Failure.of(operations, best, stuck, model);
  }

  private boolean tryToPlace(int index) {
    if (twin[index] != NONE && !placed.contains(twin[index])) {
      return false;
    }
    Operation operation = operations.get(index);
    S state = states.get(depth);
    Optional<S> after = model.step(state, operation);
    if (after.isEmpty() || isUnknown(operation) && after.get().equals(state)) {
      return false;
    }
    placed.add(index);
    if (!seen.add(new Configuration(placed.snapshot(), after.get()))) {
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

  /** Takes back placements up to one that has alternatives; the next of them, or NONE. */
  private int undo() {
    while (depth > 0) {
      states.remove(depth);
      depth--;
      int index = order[depth];
      deepest.cut(depth);
      placed.remove(index);
      events.restore(index);
      missing += isUnknown(operations.get(index)) ? 0 : 1;
      if (!model.isReadOnly(operations.get(index))) {
        return events.next(events.invocation(index));
      }
    }
    return NONE;
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
      twin[i] = before == null ? NONE : before;
    }
    return twin;
  }
}
