package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One value that can be read and replaced. Functions:
 *
 * <ul>
 *   <li>{@code read}, {@code get}: the result is the value, null if there is none
 *   <li>{@code write}, {@code put}: the argument is the new value
 *   <li>{@code cas}: the argument is the list [old, new]; the result {@code false} means that the
 *       value was not the old one, any other result that it was and has been replaced
 *   <li>{@code delete}: afterwards there is no value
 * </ul>
 */
public final class RegisterModel implements SequentialModel<Register> {

  private enum Function {
    READ,
    WRITE,
    CAS,
    DELETE
  }

  private static final Map<String, Function> READ_WRITE =
      Map.of(
          "read",
          Function.READ,
          "get",
          Function.READ,
          "write",
          Function.WRITE,
          "put",
          Function.WRITE);

  private final Map<String, Function> functions;

  private RegisterModel(Map<String, Function> functions) {
    this.functions = functions;
  }

  /** Read and write. */
  public static RegisterModel register() {
    return new RegisterModel(new TreeMap<>(READ_WRITE));
  }

  /** Read, write and compare-and-set. */
  public static RegisterModel casRegister() {
    return new RegisterModel(with(READ_WRITE, "cas", Function.CAS));
  }

  /** A key of a map: read, write, compare-and-set and delete. */
  public static RegisterModel map() {
    return new RegisterModel(
        with(with(READ_WRITE, "cas", Function.CAS), "delete", Function.DELETE));
  }

  @Override
  public Register initial() {
    return new Register(null);
  }

  @Override
  public Optional<Register> step(Register state, Operation operation) {
    return switch (functions.get(operation.function())) {
      case READ -> read(state, operation);
      case WRITE -> Optional.of(new Register(operation.argument()));
      case DELETE -> Optional.of(initial());
      case CAS -> compareAndSet(state, operation);
    };
  }

  private static Optional<Register> read(Register state, Operation operation) {
    boolean fits = isUnknown(operation) || Objects.equals(state.value(), operation.result());
    return fits ? Optional.of(state) : Optional.empty();
  }

  private static Optional<Register> compareAndSet(Register state, Operation operation) {
    List<?> pair = (List<?>) operation.argument();
    boolean same = Objects.equals(state.value(), pair.get(0));
    boolean claimed = !Boolean.FALSE.equals(operation.result());
    if (!isUnknown(operation) && same != claimed) {
      return Optional.empty();
    }
    return Optional.of(same ? new Register(pair.get(1)) : state);
  }

  private static boolean isUnknown(Operation operation) {
    return operation.outcome() == Outcome.UNKNOWN;
  }

  private static Map<String, Function> with(
      Map<String, Function> functions, String name, Function function) {
    Map<String, Function> more = new TreeMap<>(functions);
    more.put(name, function);
    return more;
  }

  @Override
  public boolean isReadOnly(Operation operation) {
    return switch (functions.get(operation.function())) {
      case READ -> true;
      case CAS -> Boolean.FALSE.equals(operation.result());
      case WRITE, DELETE -> false;
    };
  }

  @Override
  public void check(Operation operation) {
    Function function = functions.get(operation.function());
    if (function == null) {
      throw new IllegalArgumentException(
          String.format(
              "the model knows no function '%s', only %s",
              operation.function(), String.join(", ", functions.keySet())));
    }
    boolean isPair = operation.argument() instanceof List<?> list && list.size() == 2;
    if (function == Function.CAS && !isPair) {
      throw new IllegalArgumentException(
          "the argument of cas is not a pair [old new]: " + operation.argument());
    }
  }
}
