package io.zabdb.balance.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class HitMetersTest {

  private final HitMeters meters = new HitMeters(HitMeters.USUAL_WEIGHT);

  @Test
  void theLastIntervalCountsThreeTenths() {
    meters.tick(new double[] {100, 0}, 2);
    assertArrayEquals(new double[] {100, 0}, meters.averages(), 1e-9);
    meters.tick(new double[] {0, 100}, 2);
    assertArrayEquals(new double[] {70, 30}, meters.averages(), 1e-9);
    meters.tick(new double[] {0, 100}, 2);
    assertEquals(49, meters.average(0), 1e-9);
  }

  @Test
  void aNewPartitionBeginsWithItsFirstFigure() {
    meters.tick(new double[] {10}, 1);
    meters.tick(new double[] {10, 50}, 2);
    assertArrayEquals(new double[] {10, 50}, meters.averages(), 1e-9);
    meters.restart(0, 5);
    assertEquals(5, meters.average(0), 1e-9);
  }

  @Test
  void whatCannotBeIsRefused() {
    meters.tick(new double[] {1, 1}, 2);
    assertThrows(IllegalArgumentException.class, () -> meters.tick(new double[] {1}, 1));
    assertThrows(IllegalArgumentException.class, () -> meters.tick(new double[] {1, 1}, 3));
    assertThrows(IllegalArgumentException.class, () -> new HitMeters(0));
    assertThrows(IllegalArgumentException.class, () -> new HitMeters(1.1));
  }
}
