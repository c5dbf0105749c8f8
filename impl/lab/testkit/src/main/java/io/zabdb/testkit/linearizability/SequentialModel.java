package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import java.util.List;
import java.util.Optional;

/**
 * What one key does when operations come one after the other. Models have no state of their own and
 * may be used by several threads.
 *
 * @param <S> the state of a key: immutable, with {@code equals}, {@code hashCode} and, for reports,
 *     {@code toString}
 */
public interface SequentialModel<S> {

  /** The state before the first operation. */
  S initial();

  /**
   * The state after an operation that takes effect in {@code state}, or empty if the operation
   * cannot have had its result there. One whose outcome is unknown has no result and fits every
   * state. Only function, argument, result and outcome may matter.
   */
  Optional<S> step(S state, Operation operation);

  /**
   * Whether the operation, with the result that it has, leaves every state as it is. Saying so only
   * makes the search faster; a wrong yes makes the verdict wrong.
   */
  default boolean isReadOnly(Operation operation) {
    return false;
  }

  /**
   * Whether an operation of unknown outcome can have made a difference to the result of any other.
   * Saying no leaves it out of the search, which makes that faster; a wrong no makes the verdict
   * wrong.
   *
   * @param all the operations on the key
   */
  default boolean canShow(Operation unknown, List<Operation> all) {
    return true;
  }

  /**
   * Refuses an operation that the model does not know. Called for every operation before the first
   * step.
   *
   * @throws IllegalArgumentException with a sentence for the user
   */
  void check(Operation operation);
}
