package io.zabdb.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MetricsTest {

  private static final Metrics METRICS =
      new Metrics(
          """
          # HELP zabdb_log_sync_seconds Syncs of the log
          # TYPE zabdb_log_sync_seconds histogram
          zabdb_log_sync_seconds_bucket{group="0",le="0.001"} 3
          zabdb_log_sync_seconds_count{group="0"} 17
          zabdb_log_sync_seconds_count{group="1",name="a } b"} 2.5 1700000000
          zabdb_log_sync_seconds_sum{group="0"} 0.25
          plain 4.0E3
          """);

  @Test
  void sumsOverLabels() {
    assertEquals(Optional.of(19.5), METRICS.sum("zabdb_log_sync_seconds_count"));
  }

  @Test
  void sumsOfLabelsThatCount() {
    String count = "zabdb_log_sync_seconds_count";
    assertEquals(Optional.of(17.0), METRICS.sum(count, "group=\"0\""));
    assertEquals(Optional.empty(), METRICS.sum(count, "group=\"0\"", "name=\"a } b\""));
  }

  @Test
  void withoutLabels() {
    assertEquals(Optional.of(4_000.0), METRICS.sum("plain"));
  }

  @Test
  void namesAreWhole() {
    assertEquals(Optional.empty(), METRICS.sum("zabdb_log_sync_seconds"));
    assertEquals(Optional.empty(), METRICS.sum("plai"));
  }

  @Test
  void whoDoesNotAnswerIsNamed() throws IOException {
    InetSocketAddress nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }
    IOException failed = assertThrows(IOException.class, () -> Metrics.fetch(nobody));
    assertTrue(failed.getMessage().contains(":" + nobody.getPort()), failed.getMessage());
  }
}
