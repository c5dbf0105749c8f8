package io.zabdb.conformance.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.transfer.NodePressure;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link NodePressure} and {@code NodePressure.tla} name each other's parts. */
class NodePressureMirrorTest {

  private static final SpecText SPEC = SpecText.of("transfer", "NodePressure");

  /** What LeadershipTransfer and Zab do for it. */
  private static final Set<String> OF_GROUPS = Set.of("HandOver", "Elect", "Crash");

  /** Guards that have a method of their own. */
  private static final Set<String> GUARDS =
      Set.of("Hot", "Holds", "Leads", "IsItsTurn", "MustGiveBack");

  private static String method(String operator) {
    return Character.toLowerCase(operator.charAt(0)) + operator.substring(1);
  }

  private static Set<String> actions() {
    Set<String> actions = new TreeSet<>();
    Stream.of("Act", "Suffer").forEach(part -> actions.addAll(SPEC.inBody(part, "([A-Z]\\w+)\\(")));
    assertTrue(actions.containsAll(OF_GROUPS), actions.toString());
    actions.removeAll(OF_GROUPS);
    return actions;
  }

  private static long methods(String name) {
    return Stream.of(NodePressure.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(Method::getName)
        .filter(name::equals)
        .count();
  }

  @Test
  void eachActionIsOnePublicMethod() {
    assertEquals(
        Set.of("Permit", "Work", "Finish", "GiveBack", "TimeOut", "Yield", "Spread", "Grow"),
        actions());
    actions().forEach(action -> assertEquals(1, methods(method(action)), action));
  }

  @Test
  void guardsAreOperators() {
    for (String guard : GUARDS) {
      assertTrue(SPEC.defines(guard), guard);
      assertEquals(1, methods(method(guard)), guard);
    }
  }
}
