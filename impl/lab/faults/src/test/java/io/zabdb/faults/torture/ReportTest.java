package io.zabdb.faults.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table has a line for each strike, however often it came. */
class ReportTest {

  private static StrikeResult result(String name, String effect, long took, long successes) {
    return new StrikeResult(
        name, effect, Duration.ofMillis(took), successes, 1, Duration.ofMillis(took * 2));
  }

  @Test
  void timesAreMediansAndSuccessesSums() {
    Report report = new Report();
    report.add(result("leader killed", "node 1 leads", 30, 5));
    report.add(result("disk full", "refused", 7, 0));
    report.add(result("leader killed", "node 0 leads", 10, 3));
    report.add(result("leader killed", "node 2 leads", 20, 1));
    List<String> lines =
        report.table().lines().skip(1).map(line -> line.replaceAll(" +", " ")).toList();
    assertEquals(
        List.of(
            "disk full 1 7 ms 0 1 14 ms refused", "leader killed 3 20 ms 9 3 40 ms node 2 leads"),
        lines);
    assertEquals(4, report.strikes());
    assertEquals(
        List.of("slow syncs"), report.missing(List.of("leader killed", "slow syncs", "disk full")));
  }
}
