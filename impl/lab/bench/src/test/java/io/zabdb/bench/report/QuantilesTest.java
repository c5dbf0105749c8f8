package io.zabdb.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuantilesTest {

  @Test
  void anOddNumber() {
    Quantiles found = Quantiles.of(List.of(30.0, 10.0, 20.0));
    assertEquals(3, found.count());
    assertEquals(10, found.min());
    assertEquals(20, found.median());
    assertEquals(28, found.p90(), 1e-9);
    assertEquals(30, found.max());
  }

  @Test
  void anEvenNumberHasItsMedianInTheMiddleOfTwo() {
    assertEquals(15, Quantiles.of(List.of(20.0, 10.0)).median());
  }

  @Test
  void one() {
    assertEquals(new Quantiles(1, 7, 7, 7, 7), Quantiles.of(List.of(7.0)));
  }

  @Test
  void none() {
    Quantiles found = Quantiles.of(List.of());
    assertEquals(0, found.count());
    assertTrue(Double.isNaN(found.median()) && Double.isNaN(found.max()));
  }
}
