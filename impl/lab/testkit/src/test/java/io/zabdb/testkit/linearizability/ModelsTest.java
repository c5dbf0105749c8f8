package io.zabdb.testkit.linearizability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ModelsTest {

  private static Operation ok(String function, Object argument, Object result) {
    return new Operation(0, "a", "x", function, argument, result, Outcome.OK, 0, 1);
  }

  private static Operation unknown(String function, Object argument) {
    return new Operation(
        0, "a", "x", function, argument, null, Outcome.UNKNOWN, 0, Operation.NEVER);
  }

  private static Optional<Register> from(Object value, Operation operation) {
    return RegisterModel.map().step(new Register(value), operation);
  }

  @Test
  void aRegister() {
    Optional<Register> none = Optional.empty();
    assertEquals(Optional.of(new Register(2)), from(1, ok("write", 2, null)));
    assertEquals(Optional.of(new Register(1)), from(1, ok("read", null, 1)));
    assertEquals(none, from(1, ok("get", null, 2)));
    assertEquals(none, from(1, ok("get", null, null)));
    assertEquals(Optional.of(new Register(null)), from(null, ok("get", null, null)));
    assertEquals(Optional.of(new Register(1)), from(1, unknown("get", null)));
    assertEquals(Optional.of(new Register(null)), from(1, ok("delete", null, null)));
  }

  @Test
  void compareAndSet() {
    List<Integer> pair = List.of(1, 2);
    assertEquals(Optional.of(new Register(2)), from(1, ok("cas", pair, true)));
    assertEquals(Optional.of(new Register(2)), from(1, ok("cas", pair, null)));
    assertEquals(Optional.empty(), from(3, ok("cas", pair, true)));
    assertEquals(Optional.of(new Register(3)), from(3, ok("cas", pair, false)));
    assertEquals(Optional.empty(), from(1, ok("cas", pair, false)));
    assertEquals(Optional.of(new Register(2)), from(1, unknown("cas", pair)));
    assertEquals(Optional.of(new Register(3)), from(3, unknown("cas", pair)));
  }

  @Test
  void readsAndRefusedSwapsAreReadOnly() {
    RegisterModel model = RegisterModel.map();
    assertTrue(model.isReadOnly(ok("read", null, 1)));
    assertTrue(model.isReadOnly(ok("cas", List.of(1, 2), false)));
    assertFalse(model.isReadOnly(ok("cas", List.of(1, 2), true)));
    assertFalse(model.isReadOnly(unknown("cas", List.of(1, 2))));
    assertFalse(model.isReadOnly(ok("put", 1, null)));
    assertFalse(model.isReadOnly(ok("delete", null, null)));
  }

  @Test
  void eachModelKnowsItsFunctions() {
    RegisterModel.map().check(ok("delete", null, null));
    refused("delete", null, RegisterModel.casRegister());
    refused("cas", List.of(1, 2), RegisterModel.register());
    refused("cas", List.of(1), RegisterModel.casRegister());
    refused("cas", 1, RegisterModel.casRegister());
    refused("cas", List.of(1, 2), new AppendModel());
    refused("append", null, new AppendModel());
    Operation strange = ok("get", null, 7);
    assertThrows(IllegalArgumentException.class, () -> new AppendModel().check(strange));
  }

  private static void refused(String function, Object argument, SequentialModel<?> model) {
    Operation operation = unknown(function, argument);
    assertThrows(IllegalArgumentException.class, () -> model.check(operation));
  }

  private static Appended state(Operation... operations) {
    AppendModel model = new AppendModel();
    Appended state = model.initial();
    for (Operation operation : operations) {
      model.check(operation);
      state = model.step(state, operation).orElseThrow();
    }
    return state;
  }

  @Test
  void listsAndStringsGrow() {
    Operation a = ok("append", "a", null);
    Operation b = unknown("append", "b");
    assertEquals(
        List.of("a", "b"),
        state(ok("get", null, ""), ok("get", null, null), a, b, ok("read", null, "ab")).values());
    assertEquals("[a, b]", state(a, b, ok("get", null, List.of("a", "b"))).toString());
    assertEquals(List.of("b"), state(a, ok("put", "b", null)).values());
    assertEquals(List.of(1, 2), state(a, ok("write", List.of(1, 2), null)).values());
    assertEquals(List.of(), state(a, ok("put", null, null)).values());
    AppendModel model = new AppendModel();
    for (Object wrong : List.of("ba", "a", "abc", List.of("ab"), List.of())) {
      assertEquals(Optional.empty(), model.step(state(a, b), ok("get", null, wrong)));
    }
    assertEquals(Optional.empty(), model.step(state(a), ok("get", null, null)));
    assertEquals(Optional.of(state(a)), model.step(state(a), unknown("get", null)));
  }

  @Test
  void equalListsAreEqualHoweverTheyGrew() {
    Operation a = ok("append", 1, null);
    Operation b = ok("append", 2, null);
    Appended one = state(a, b);
    Appended other = state(b, ok("put", 1, null), b);
    assertEquals(one, other);
    assertEquals(one.hashCode(), other.hashCode());
    assertFalse(one.equals(state(b, a)));
    assertFalse(one.equals(state(a)));
    // 31 * 0 + 31 and 31 * 1 + 0 have the same hash.
    assertFalse(
        state(ok("append", 0, null), ok("append", 31, null))
            .equals(state(ok("append", 1, null), ok("append", 0, null))));
  }
}
