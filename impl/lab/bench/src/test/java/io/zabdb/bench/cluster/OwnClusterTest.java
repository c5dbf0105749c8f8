package io.zabdb.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.cluster.OwnCluster.Preparation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnClusterTest {

  @TempDir Path parent;
  private int stops;
  private boolean isBroken;

  private OwnCluster start(boolean keep, Preparation preparation) throws Exception {
    return OwnCluster.start(this::create, parent, 3, Map.of(), keep, preparation);
  }

  private TestCluster create(Path directory, int nodes, Map<String, String> options)
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
      public void startMissing() throws IOException {
        if (isBroken) {
          throw new IOException("no port is free");
        }
      }

      @Override
      public int startSpare() throws IOException {
        throw new IOException("no port is free");
      }

      @Override
      public void stop() {
        stops++;
      }
    };
  }

  @Test
  void endsAndDeletes() throws Exception {
    Path directory;
    try (OwnCluster own = start(false, Preparation.NONE)) {
      directory = own.cluster().directory();
      assertTrue(Files.exists(directory));
    }
    assertEquals(1, stops);
    assertFalse(Files.exists(directory));
  }

  @Test
  void whatNodesNeedIsThereFromBeforeTheyStartUntilTheyHaveEnded() throws Exception {
    List<String> done = new ArrayList<>();
    Preparation preparation =
        cluster -> {
          done.add("made after " + stops + " stops");
          return () ->
              done.add(
                  "removed after " + stops + " stops, files: " + Files.exists(cluster.data(0)));
        };
    start(false, preparation).close();
    assertEquals(List.of("made after 0 stops", "removed after 1 stops, files: true"), done);
    isBroken = true;
    assertThrows(IOException.class, () -> start(false, preparation));
    assertEquals("removed after 2 stops, files: true", done.get(3));
    try (Stream<Path> left = Files.list(parent)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void endsAndKeeps() throws Exception {
    Path directory;
    try (OwnCluster own = start(true, Preparation.NONE)) {
      directory = own.cluster().directory();
    }
    assertEquals(1, stops);
    assertTrue(Files.exists(directory.resolve("node-0/log/segment")));
  }
}
