package io.zabdb.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void figuresAreThoseOfNoCountry() {
    assertEquals("1,234,568", Figures.whole(1_234_567.8));
    assertEquals("1,234.6", Figures.tenths(1_234.56));
  }

  @Test
  void microsecondsAreShownAsMilliseconds() {
    assertEquals("1.234", Figures.millis(1_234));
    assertEquals("0.007", Figures.millis(7));
  }

  @Test
  void bytesAreShownAsMebibytes() {
    assertEquals("400", Figures.mebibytes(400L << 20));
  }
}
