package io.zabdb.faults.syncs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.bench.load.Latency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A row for each delay, with its share of the first one's throughput. */
class SyncsReportTest {

  @Test
  void ratiosAreThoseToTheFirst() {
    Latency latency = new Latency(10, 2_000, 1_500, 2_500, 3_000, 4_000, 5_050);
    List<SyncsResult> results =
        List.of(
            new SyncsResult(0, 4_000, latency, 7, 0, Map.of()),
            new SyncsResult(
                100, 1_000.4, latency, 300, 2, Map.of("TIMEOUT", 3L, "OVERLOADED", 4L)));
    assertEquals(
        List.of("0 ms 4000 1.00 1.5 3.0 5.1 7 0 0", "100 ms 1000 0.25 1.5 3.0 5.1 300 2 7"),
        SyncsReport.of(results)
            .lines()
            .skip(1)
            .map(line -> line.replaceAll(" +", " ").strip())
            .toList());
  }
}
