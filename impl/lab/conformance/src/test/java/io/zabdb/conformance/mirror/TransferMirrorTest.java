package io.zabdb.conformance.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.trace.TransferAction;
import io.zabdb.core.trace.TransferView;
import io.zabdb.core.transfer.LeadershipTransfer;
import io.zabdb.core.transfer.Permits;
import io.zabdb.core.transfer.PlannedTransfer;
import io.zabdb.core.transfer.Pressure;
import io.zabdb.core.transfer.TransferGuards;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code LeadershipTransfer.tla} and the class of that name, with its parts, have the same actions,
 * and show the same variables.
 */
class TransferMirrorTest {

  private static final SpecText SPEC = SpecText.of("transfer", "LeadershipTransfer");

  /** Parts of Next. */
  private static final Set<String> GROUPS = Set.of("Handle", "Act", "Suffer", "Ail");

  /** Made of Zab's actions in the core; a Lose is the network's. */
  private static final Set<String> OF_ZAB =
      Set.of("Elect", "Join", "Crash", "Restart", "Write", "CatchUp", "Lose");

  /** What Elect and StartEpoch have in common is where they end in the core. */
  private static final String OFFICE = "TakeOffice";

  private static Set<String> actions() {
    Set<String> actions = new TreeSet<>(Set.of("Tick", OFFICE));
    Stream.of("Next", "Handle", "Act", "Suffer", "Ail")
        .forEach(part -> actions.addAll(SPEC.inBody(part, "([A-Z]\\w+)\\(")));
    actions.removeAll(GROUPS);
    assertTrue(actions.containsAll(OF_ZAB));
    actions.removeAll(OF_ZAB);
    return actions;
  }

  private static Set<String> sorted(Stream<String> names) {
    return names.collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those of the class and of its parts. */
  private static Stream<Method> methods() {
    return Stream.of(LeadershipTransfer.class, Pressure.class, Permits.class, PlannedTransfer.class)
        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
        .filter(method -> !method.isSynthetic());
  }

  @Test
  void theCoreTracesTheSameActions() {
    assertEquals(actions(), sorted(Stream.of(TransferAction.values()).map(Enum::name)));
  }

  @Test
  void eachActionIsOnePublicMethod() {
    for (String action : actions()) {
      String name = Character.toLowerCase(action.charAt(0)) + action.substring(1);
      long methods =
          methods()
              .filter(method -> method.getName().equals(name))
              .filter(method -> Modifier.isPublic(method.getModifiers()))
              .count();
      assertEquals(1, methods, name);
    }
  }

  @Test
  void eachGuardThatTestsMayWeakenIsAnOperatorOfTheSpec() {
    for (Method method : TransferGuards.class.getDeclaredMethods()) {
      if (Modifier.isProtected(method.getModifiers())) {
        String name = method.getName();
        String operator = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        assertTrue(SPEC.defines(operator), operator);
      }
    }
  }

  @Test
  void eachVariableIsShown() {
    Set<String> shown =
        sorted(Stream.of(TransferView.class.getDeclaredMethods()).map(Method::getName));
    assertEquals(
        new TreeSet<>(
            Set.of(
                "self",
                "members",
                "leads",
                "epoch",
                "pressure",
                "fit",
                "run",
                "lag",
                "target",
                "waiting",
                "heardRun",
                "heardPressure",
                "granted")),
        shown);
  }
}
