package io.zabdb.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnClusterTest {

  @TempDir Path parent;
  private int stops;

  private TestCluster start(Path directory, int nodes, Map<String, String> options)
      throws IOException {
    Files.createDirectories(directory.resolve("node-0/log"));
    Files.writeString(directory.resolve("node-0/log/segment"), "x");
    return new TestCluster() {
      @Override
      public Path directory() {
        return directory;
      }

      @Override
      public Path data(int node) {
        return directory.resolve("node-" + node);
      }

      @Override
      public List<String> addresses() {
        return List.of();
      }

      @Override
      public List<InetSocketAddress> metrics() {
        return List.of();
      }

      @Override
      public long process(int node) throws IOException {
        throw new IOException("none runs");
      }

      @Override
      public void startMissing() {}

      @Override
      public void stop() {
        stops++;
      }
    };
  }

  @Test
  void endsAndDeletes() throws Exception {
    Path directory;
    try (OwnCluster own = OwnCluster.start(this::start, parent, 3, Map.of(), false)) {
      directory = own.cluster().directory();
      assertTrue(Files.exists(directory));
    }
    assertEquals(1, stops);
    assertFalse(Files.exists(directory));
  }

  @Test
  void endsAndKeeps() throws Exception {
    Path directory;
    try (OwnCluster own = OwnCluster.start(this::start, parent, 3, Map.of(), true)) {
      directory = own.cluster().directory();
    }
    assertEquals(1, stops);
    assertTrue(Files.exists(directory.resolve("node-0/log/segment")));
  }
}
