package io.zabdb.bench.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.bench.floor.LogFloor;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.SyncRate;
import io.zabdb.bench.ops.OpsCase.NodeCost;
import io.zabdb.bench.report.JsonReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpsReportTest {

  private static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);
  private static final Latency SOME =
      new Latency(40_000, 3_000, 2_500, 5_000, 9_000, 12_000, 20_000);

  private static OpsReport report() {
    List<NodeCost> nodes =
        List.of(
            new NodeCost(0, 30.04, 300 << 20, 40 << 20, 500),
            new NodeCost(1, 10, 200 << 20, 30 << 20, 400),
            new NodeCost(2, 10, 100 << 20, 30 << 20, 300));
    return new OpsReport(
        new Machine("A Processor", 2, 1L << 30, "Linux 6", "JVM 17", 0.1),
        new SyncRate("ext4", 1_234, 800, 2_000),
        List.of("something blurs"),
        100_000,
        1_024,
        1,
        20,
        List.of(
            new OpsCase(
                "writes",
                64,
                0,
                2,
                SOME,
                NONE,
                SOME,
                Map.of("TIMEOUT", 2L, "OVERLOADED", 1L),
                nodes,
                9),
            new OpsCase("reads", 64, 0, 2, SOME, SOME, NONE, Map.of(), List.of(), 9),
            new OpsCase(
                "95/5", 0, 5_000, 8, SOME, SOME, NONE, Map.of("NOT_SENT", 7L), List.of(), 9)),
        List.of(new LogFloor.Result(64, 40_000, 600, SOME)));
  }

  private static String lineWith(String start) {
    return report().text().lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
  }

  private static String words(String line) {
    return line.trim().replaceAll(" +", " ");
  }

  @Test
  void throughputAndLatency() {
    assertEquals(
        "writes 64 20,000 2.500 5.000 9.000 12.000 20.000 0.50", words(lineWith("writes")));
    assertEquals("reads 64 20,000 2.500 5.000 9.000 12.000 20.000", words(lineWith("reads")));
  }

  @Test
  void operationsAtSetTimesAreTheirRate() {
    assertEquals("95/5 5,000/s 5,000 2.500 5.000 9.000 12.000 20.000", words(lineWith("95/5")));
    assertEquals("errors of 95/5 at 5,000/s: NOT_SENT 7", lineWith("errors of 95/5"));
    assertTrue(report().text().contains("operations begin at set times"));
  }

  @Test
  void costs() {
    List<String> lines = report().text().lines().filter(line -> line.startsWith("writes")).toList();
    // 40,000 writes, each on three nodes, in 1,200 syncs.
    assertEquals("writes 64 50.0 30.0 10.0 10.0 9.0 300 100 1,200 100.0", words(lines.get(1)));
  }

  @Test
  void whatBlursAndWhatFailed() {
    assertEquals("warning: something blurs", lineWith("warning"));
    assertEquals(
        "errors of writes with 64 clients: OVERLOADED 1, TIMEOUT 2", lineWith("errors of"));
    assertTrue(report().text().contains("coordinated omission"));
  }

  @Test
  void machineAndDisk() {
    assertEquals(
        "machine: 2 x A Processor, 1,024 MiB, Linux 6, JVM 17, load 0.10", lineWith("machine"));
    assertTrue(lineWith("disk").contains("1,234 syncs"), lineWith("disk"));
  }

  @Test
  void json() throws Exception {
    JsonNode json = new ObjectMapper().readTree(JsonReport.of(report()));
    JsonNode writes = json.get("cases").get(0);
    assertEquals(20_000, writes.get("perSecond").asDouble());
    assertEquals(50.04, writes.get("serverMicros").asDouble(), 1e-9);
    assertEquals(300 << 20, writes.get("mostResidentBytes").asLong());
    assertEquals(9_000, writes.get("all").get("p99").asDouble());
    assertEquals(2, writes.get("errors").get("TIMEOUT").asLong());
    assertEquals("A Processor", json.get("machine").get("processor").asText());
    assertEquals(40_000, json.get("floor").get(0).get("perSecond").asDouble());
  }
}
