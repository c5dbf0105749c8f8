package io.zabdb.storage.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.storage.tree.PressureLevels.Threshold;
import java.util.List;
import org.junit.jupiter.api.Test;

class PressureLevelsTest {

  private static final PressureLevels LEVELS =
      new PressureLevels(List.of(new Threshold(100, 4), new Threshold(1_000, 8)));

  private static int level(long pendingBytes, long level0Files) {
    return LEVELS.of(new Pressure(pendingBytes, level0Files, 0, 0, false));
  }

  @Test
  void aLevelBeginsAtEitherOfItsFigures() {
    assertEquals(0, LEVELS.of(Pressure.NONE));
    assertEquals(0, level(99, 3));
    assertEquals(1, level(100, 0));
    assertEquals(1, level(0, 4));
    assertEquals(1, level(999, 7));
    assertEquals(2, level(1_000, 0));
    assertEquals(2, level(0, 8));
  }

  @Test
  void aStoreThatHoldsWritesBackIsHot() {
    assertEquals(2, LEVELS.of(new Pressure(0, 0, 0, 1, false)));
    assertEquals(2, LEVELS.of(new Pressure(0, 0, 0, 0, true)));
  }

  @Test
  void thresholdsMustRise() {
    Threshold low = new Threshold(100, 4);
    for (Threshold high : List.of(new Threshold(100, 5), new Threshold(101, 4))) {
      assertThrows(IllegalArgumentException.class, () -> new PressureLevels(List.of(low, high)));
    }
    assertThrows(
        IllegalArgumentException.class, () -> new PressureLevels(List.of(new Threshold(0, 1))));
  }
}
