package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A list, or a string, that values are appended to. Functions:
 *
 * <ul>
 *   <li>{@code append}: the argument is the value to append; the result does not matter
 *   <li>{@code put}, {@code write}: the argument is a new list, or the only value of one; null
 *       makes it empty
 *   <li>{@code get}, {@code read}: the result is the whole: a list of the values, or a string of
 *       all of them one after the other; null stands for the empty list
 * </ul>
 *
 * <p>Values must not be null.
 */
public final class AppendModel implements SequentialModel<Appended> {

  @Override
  public Appended initial() {
    return Appended.EMPTY;
  }

  @Override
  public Optional<Appended> step(Appended state, Operation operation) {
    Object argument = operation.argument();
    return switch (operation.function()) {
      case "append" -> Optional.of(state.plus(argument));
      case "put", "write" -> Optional.of(whole(argument));
      default -> isWhole(state, operation) ? Optional.of(state) : Optional.empty();
    };
  }

  @Override
  public boolean isReadOnly(Operation operation) {
    return operation.function().equals("get") || operation.function().equals("read");
  }

  /** A value that is in no result was appended at most where nobody looked. */
  @Override
  public boolean canShow(Operation unknown, List<Operation> all) {
    return !unknown.function().equals("append")
        || all.stream().anyMatch(other -> holds(other.result(), unknown.argument()));
  }

  @Override
  public void check(Operation operation) {
    Object result = operation.result();
    switch (operation.function()) {
      case "append" -> {
        if (operation.argument() == null) {
          throw new IllegalArgumentException("append has no value");
        }
      }
      case "put", "write" -> {}
      case "get", "read" -> {
        if (result != null && !(result instanceof List) && !(result instanceof String)) {
          throw new IllegalArgumentException("a read of a neither list nor string: " + result);
        }
      }
      default ->
          throw new IllegalArgumentException(
              String.format(
                  "the model knows no function '%s', only append, get, put, read, write",
                  operation.function()));
    }
  }

  private Appended whole(Object argument) {
    if (argument == null) {
      return initial();
    }
    Appended whole = initial();
    for (Object value : argument instanceof List<?> list ? list : List.of(argument)) {
      whole = whole.plus(value);
    }
    return whole;
  }

  private static boolean holds(Object result, Object value) {
    return result instanceof List<?> list
        ? list.contains(value)
        : result instanceof String string && string.contains(value.toString());
  }

  private static boolean isWhole(Appended state, Operation operation) {
    Object result = operation.result();
    if (operation.outcome() == Outcome.UNKNOWN) {
      return true;
    }
    if (result == null) {
      return state.equals(Appended.EMPTY);
    }
    if (result instanceof List) {
      return result.equals(state.values());
    }
    return result.equals(
        state.values().stream().map(String::valueOf).collect(Collectors.joining()));
  }
}
