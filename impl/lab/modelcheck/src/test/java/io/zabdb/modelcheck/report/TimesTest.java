package io.zabdb.modelcheck.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Stages in their order with their shares, then what was slowest. */
class TimesTest {

  @Test
  void stagesHaveSharesAndTheSlowestPartsComeFirst() {
    Times times = new Times();
    times.stage("units", Duration.ofSeconds(30));
    times.stage("specs", Duration.ofSeconds(40));
    for (int i = 1; i <= 21; i++) {
      times.part("Part" + i, Duration.ofSeconds(i));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    times.print(new PrintStream(bytes, true, StandardCharsets.UTF_8), Duration.ofSeconds(40));
    String[] lines = bytes.toString(StandardCharsets.UTF_8).split("\\R");

    assertEquals("units  30.0 s    75%", lines[2]);
    assertEquals("specs  40.0 s   100%", lines[3]);
    assertEquals("all    40.0 s", lines[4]);
    String slowest = lines[lines.length - 1];
    assertEquals("slowest: Part21 21.0 s, Part20 20.0 s", slowest.substring(0, 37));
    assertEquals("Part2 2.0 s", slowest.substring(slowest.lastIndexOf(", ") + 2));
  }
}
