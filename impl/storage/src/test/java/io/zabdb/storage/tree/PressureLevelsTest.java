package io.zabdb.storage.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PressureLevelsTest {

  /** Heavy from 1,000 bytes or 12 files on: 6 of 10 levels. */
  private static final PressureLevels LEVELS = new PressureLevels(10, 6, 1_000, 12);

  private static int due(long bytes, long level0Files) {
    return LEVELS.of(TreePressure.due(bytes, level0Files, 0));
  }

  private static int next(long bytes, int percent) {
    return LEVELS.of(new TreePressure(0, bytes, percent, 0, 0, 0, 0, false));
  }

  @Test
  void whatIsLightIsBelowTheThreshold() {
    assertEquals(0, LEVELS.of(TreePressure.NONE));
    assertEquals(0, due(166, 1));
    assertEquals(1, due(167, 0));
    assertEquals(5, due(999, 11));
    assertEquals(6, due(1_000, 0));
  }

  @Test
  void bytesAloneAreHeavyButNeverUrgent() {
    assertEquals(6, due(Long.MAX_VALUE, 0));
  }

  @Test
  void filesThatPileUpAre() {
    assertEquals(6, due(0, 12));
    assertEquals(7, due(1_000, 14));
    assertEquals(10, due(1_000, 20));
    assertEquals(10, due(0, Long.MAX_VALUE));
  }

  @Test
  void whatIsNotDueYetWarmsButIsNotHot() {
    assertEquals(1, next(1_000, 25));
    assertEquals(3, next(1_000, 50));
    assertEquals(4, next(1_000_000, 75));
    assertEquals(5, next(1_000, 99));
    assertEquals(1, next(500, 50), "half as much, half as near");
    assertEquals(
        5,
        new PressureLevels(10, 6, 1_000, 12)
            .of(new TreePressure(900, 1_000, 99, 0, 0, 0, 0, false)));
  }

  @Test
  void whatAFlushMayMakeDueIsNear() {
    assertFalse(LEVELS.isHeavyNear(new TreePressure(999, 9_999, 49, 499, 11, 0, 0, false)));
    assertTrue(LEVELS.isHeavyNear(new TreePressure(0, 0, 0, 500, 0, 0, 0, false)));
  }

  @Test
  void aStoreThatHoldsWritesBackIsHot() {
    assertEquals(10, LEVELS.of(new TreePressure(0, 0, 0, 0, 0, 0, 1, false)));
    assertEquals(10, LEVELS.of(new TreePressure(0, 0, 0, 0, 0, 0, 0, true)));
  }

  @Test
  void whatMakesNoSense() {
    assertThrows(IllegalArgumentException.class, () -> new PressureLevels(0, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new PressureLevels(5, 6, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> new PressureLevels(5, 5, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> new PressureLevels(5, 5, 1, 0));
  }
}
