package io.zabdb.net.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.net.Logs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class WarningsTest {

  private long now = 7;
  private final Warnings warnings =
      new Warnings(LoggerFactory.getLogger(WarningsTest.class), () -> now);

  @Test
  void eachTextIsLoggedOnceAMinuteWithTheNumberOfThoseLeftOut() {
    try (Logs logs = new Logs()) {
      for (int i = 0; i < 55_176; i++) {
        warnings.warn("member {} is closed: {} bytes", 1, 4);
        now += Warnings.PERIOD_NANOS / 60_000;
      }
      assertEquals(List.of("member 1 is closed: 4 bytes"), logs.with("is closed"));
      now += Warnings.PERIOD_NANOS;
      warnings.warn("member {} is closed: {} bytes", 1, 4);
      assertEquals(
          "member 1 is closed: 4 bytes (55175 times more since this was logged last)",
          logs.with("is closed").get(1));
      now += Warnings.PERIOD_NANOS;
      warnings.warn("member {} is closed: {} bytes", 1, 4);
      assertEquals("member 1 is closed: 4 bytes", logs.with("is closed").get(2));
      assertEquals(3, logs.with("is closed").size());
    }
  }

  @Test
  void othersAreNotHeldUp() {
    try (Logs logs = new Logs()) {
      warnings.warn("member {} is slow", 1);
      warnings.warn("member {} is slow", 2);
      warnings.warn("member {} is slow", 1);
      assertEquals(List.of("member 1 is slow", "member 2 is slow"), logs.with("is slow"));
    }
  }

  @Test
  void textsTakeNoMoreThanSoMuchMemory() {
    try (Logs logs = new Logs()) {
      for (int i = 0; i <= Warnings.REMEMBERED; i++) {
        warnings.warn("text {}.", i);
      }
      warnings.warn("text {}.", 1);
      assertEquals(1, logs.with("text 1.").size());
      warnings.warn("text {}.", 0);
      assertEquals(2, logs.with("text 0.").size());
    }
  }
}
