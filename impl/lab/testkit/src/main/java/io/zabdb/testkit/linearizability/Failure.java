package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a history is not linearizable: up to just before the return of one operation the results can
 * be explained, with that return they cannot. Operations that are still in flight then may be left
 * out; if they are not, their later results count, too.
 *
 * @param operations all operations of the key, without those that had no effect that shows
 * @param initial the state before the first operation
 * @param order explains every result that was returned before {@code stuck} returned; operations
 *     that were still in flight may be part of it
 * @param stuck the operation whose return no order explains
 */
public record Failure(
    List<Operation> operations, String initial, List<Placement> order, Operation stuck) {

  /**
   * A step of an order.
   *
   * @param state of the key after the operation
   */
  public record Placement(Operation operation, String state) {}

  static <S> Failure of(
      List<Operation> operations,
      List<Operation> order,
      Operation stuck,
      SequentialModel<S> model) {
    List<Placement> placements = new ArrayList<>();
    S state = model.initial();
    for (Operation operation : order) {
      state = model.step(state, operation).orElseThrow();
      placements.add(new Placement(operation, state.toString()));
    }
    return new Failure(operations, model.initial().toString(), placements, stuck);
  }
}
