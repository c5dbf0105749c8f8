package io.zabdb.modelcheck.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.model.SpecError;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurvivorsTest {

  private static String refused(String... lines) {
    return assertThrows(SpecError.class, () -> Survivors.parse("X.survivors", List.of(lines)))
        .getMessage();
  }

  @Test
  void eachHasAReason() {
    Survivors survivors =
        Survivors.parse("X", List.of("\\* why", "drop X!A: b", "  Because,", "  so.", ""));
    assertEquals(List.of("drop X!A: b"), survivors.names());
  }

  @Test
  void refusesWhatSaysNothing() {
    assertTrue(refused("drop X!A: b", "drop X!A: c", "  Why.").contains("no reason"));
    assertTrue(refused("drop X!A: b", "  Why.", "drop X!A: b").contains("twice"));
    assertTrue(refused("  Why.").contains("no mutant"));
  }
}
