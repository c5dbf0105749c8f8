package io.zabdb.conformance.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.session.Generations;
import io.zabdb.core.session.Retention;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Generations} and {@code Sessions.tla} name each other's parts. */
class SessionsMirrorTest {

  private static final SpecText SPEC = SpecText.of("client", "Sessions");

  /** Operators that {@code Applied} asks, and the methods that a store asks in their stead. */
  private static final Map<String, String> METHODS =
      Map.of("IsTooOld", "isTooOld", "Expired", "advance", "Closed", "advance", "Shrunk", "move");

  /** What whoever keeps the records does: the floor, and which are kept, are from generations. */
  private static final Set<String> OF_STORES =
      Set.of(
          "Now",
          "Kept",
          "IsLong",
          "IsFull",
          "IsRetry",
          "IsPast",
          "Answered",
          "Recorded",
          "Tidy",
          "Run",
          "Max2");

  private static Set<String> publicMethods() {
    return Stream.of(Generations.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The parts of a record type in the comment with the type aliases. */
  private static Set<String> fields(String alias) {
    return SpecText.fieldsOf("client", "Sessions", alias);
  }

  @Test
  void whatAnEntryNeedsIsAMethodOrTheStores() {
    Set<String> asked = SPEC.inBody("Applied", "\\b([A-Z][a-z]+\\w*)\\(");
    asked.removeAll(OF_STORES);
    assertEquals(METHODS.keySet(), asked);
    assertTrue(publicMethods().containsAll(METHODS.values()), publicMethods()::toString);
  }

  @Test
  void eachVariableOfTheGenerationsIsAField() {
    Set<String> variables = fields("replica");
    // Those of the store: the applied time, the records, and what was answered.
    variables.removeAll(Set.of("time", "records", "answers"));
    assertEquals(Set.of("floor", "present", "began", "closed"), variables);
    assertTrue(publicMethods().containsAll(variables), publicMethods()::toString);
  }

  @Test
  void aGenerationIsTheSameButForItsSize() {
    Set<String> components =
        Stream.of(Generations.Generation.class.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertTrue(components.remove("records"), "the spec counts the records of a generation");
    assertEquals(fields("generation"), components);
  }

  @Test
  void settingsAreTheTtlAndTheCap() {
    assertTrue(SPEC.body("IsLong").contains("Share(e.ttl)"));
    assertTrue(SPEC.body("IsFull").contains("Share(e.cap)"));
    assertEquals(2, Retention.class.getRecordComponents().length);
  }
}
