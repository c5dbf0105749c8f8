package io.zabdb.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.load.Latency;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.SyncRate;
import io.zabdb.bench.ops.OpsCase;
import io.zabdb.bench.ops.OpsCase.NodeCost;
import io.zabdb.bench.peers.system.Promise;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeersReportTest {

  private static final Latency NONE = new Latency(0, 0, 0, 0, 0, 0, 0);

  private static OpsCase round(String mix, long operations, double p99) {
    Latency all = new Latency(operations, 3_000, 2_500, 5_000, p99, 12_000, 20_000);
    List<NodeCost> nodes =
        List.of(new NodeCost(0, 30, 300 << 20, 0, -1), new NodeCost(1, 10, 100 << 20, 0, -1));
    return new OpsCase(mix, 64, 0, 2, all, NONE, NONE, Map.of("TIMEOUT", 2L), nodes, 9);
  }

  private static PeerResult result(String name, long operations) {
    return new PeerResult(
        name,
        name + " 1.0",
        new Promise("put", "get", name.equals("a"), "All of it."),
        List.of(
            List.of(round("writes", operations, 9_000), round("reads", operations * 2, 1_000)),
            List.of(round("writes", operations * 3, 11_000), round("reads", operations, 1_000))));
  }

  private static PeersReport report() {
    return new PeersReport(
        new Machine("A Processor", 2, 1L << 30, "Linux 6", "JVM 17", 0.1),
        new SyncRate("ext4", 1_234, 800, 2_000),
        List.of("something blurs"),
        20_000,
        1_024,
        64,
        8,
        8,
        2,
        List.of("writes", "reads"),
        List.of(result("a", 10_000), result("b", 5_000)),
        Map.of("c", "skipped: install it"));
  }

  private static List<String> linesWith(String start) {
    return report()
        .text()
        .lines()
        .filter(line -> line.startsWith(start))
        .map(line -> line.trim().replaceAll(" +", " "))
        .toList();
  }

  @Test
  void figuresAreMediansOfTheRounds() {
    assertEquals(
        List.of(
            "writes a 1.0 10,000 1.00 2.500 10.000 12.000 20.000 40.0 9.0 300 TIMEOUT 4",
            "writes b 1.0 5,000 0.50 2.500 10.000 12.000 20.000 40.0 9.0 300 TIMEOUT 4"),
        linesWith("writes"));
  }

  @Test
  void whatWasAskedAndWhatWasLeftOut() {
    assertEquals(List.of("a 1.0: a write is put, a read is get. All of it."), linesWith("a 1.0"));
    assertEquals(List.of("c skipped: install it"), linesWith("c "));
    assertEquals(List.of("warning: something blurs"), linesWith("warning"));
    assertTrue(report().text().contains("The loop is closed"));
  }

  @Test
  void theTableOfTheReadme() {
    assertEquals(
        """
        | 64 clients, values of 1024 bytes | a 1.0 | b 1.0 |
        |---|---|---|
        | writes a second | 10,000 | 5,000 (0.50) |
        | writes: p50, p99, p99.9 in ms | 2.5, 10, 12 | 2.5, 10, 12 |
        | writes: processor time of the servers for one, us | 40 | 40 |
        | reads a second | 7,500 | 3,750 (0.50) |
        | reads: p50, p99, p99.9 in ms | 2.5, 1, 12 | 2.5, 1, 12 |
        | reads: processor time of the servers for one, us | 40 | 40 |
        | memory of a server, MiB | 300 | 300 |
        | asked for: write; read | put; get | put; get |
        | linearizable, as promised | yes | no |
        """,
        report().markdown());
  }
}
