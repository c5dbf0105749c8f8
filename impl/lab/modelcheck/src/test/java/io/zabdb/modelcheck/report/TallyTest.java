package io.zabdb.modelcheck.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What failed is counted and named, each in a line, and not without end. */
class TallyTest {

  private final Tally tally = new Tally();

  @Test
  void whatFailedIsNamedAgain() {
    Checks checks = new Checks(new PrintStream(new ByteArrayOutputStream()), tally);
    checks.passed("first");
    checks.failed("second", "one\n  and another\n");
    checks.expectEmpty("third", "no");
    checks.skipped("fourth", "absent");
    tally.add(Status.FAILED, "model: did not finish");
    assertEquals(
        List.of("FAIL second: one and another", "FAIL third: no", "FAIL model: did not finish"),
        printed());
    assertEquals("1 passed, 3 failed, 1 skipped", tally.toString());
    assertEquals(1, tally.exitCode());
  }

  @Test
  void nothingIsSaidIfAllIsWell() {
    tally.add(Status.PASSED, "first: ");
    assertEquals(List.of(), printed());
    assertEquals(0, tally.exitCode());
  }

  @Test
  void onlySoManyAreNamedAndAllAreCounted() {
    for (int i = 0; i <= Tally.MAX_NAMED; i++) {
      tally.add(Status.FAILED, "x".repeat(10_000));
    }
    assertEquals(Tally.MAX_NAMED, printed().size());
    assertEquals("FAIL ".length() + 400, printed().get(0).length());
    assertEquals(Tally.MAX_NAMED + 1, tally.count(Status.FAILED));
  }

  private List<String> printed() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    tally.printFailures(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
