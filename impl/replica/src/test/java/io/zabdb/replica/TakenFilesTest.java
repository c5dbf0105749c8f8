package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TakenFilesTest {

  private final TakenFiles taken = new TakenFiles();

  @Test
  void whatWasAskedBeforeIsVoidOnceFilesAreTaken() {
    taken.upTo(5);
    assertEquals(5, taken.length());
    assertTrue(taken.isStill(5));
    taken.given(7, 8);
    assertFalse(taken.isStill(5));
    assertTrue(taken.isStill(8));
    // Others were logged since.
    taken.ended(20);
    assertTrue(taken.isStill(8));
  }

  /** While it is about to hand over, or under pressure, the core logs later what it is given. */
  @Test
  void whileTheCoreHoldsTheCommandNobodyIsKnownToBeWhole() {
    taken.given(7, 7);
    assertFalse(taken.isStill(7));
    taken.ended(20);
    assertFalse(taken.isStill(7), "it is somewhere up to entry 20");
    assertEquals(20, taken.length());
    assertTrue(taken.isStill(20));
  }
}
