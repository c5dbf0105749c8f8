package io.zabdb.bench.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.cluster.OwnCluster.Removal;
import io.zabdb.bench.cluster.TestCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With root and loop devices the disks are made; without, the reason is told. */
class OwnDisksTest {

  @TempDir Path directory;

  private final TestCluster cluster =
      new TestCluster() {
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
          return List.of("a", "b");
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
        public int startSpare() throws IOException {
          throw new IOException("none is asked for");
        }

        @Override
        public void stop() {}
      };

  private Object disk(Path folder) throws IOException {
    return Files.getAttribute(folder, "unix:dev");
  }

  @Test
  void eachNodeHasAFileSystemOfItsOwn() throws Exception {
    OwnDisks disks = new OwnDisks(16 << 20);
    Removal removal = disks.prepare(cluster);
    Object below = disk(directory);
    try {
      if (disks.refusal().isEmpty()) {
        assertNotEquals(below, disk(cluster.data(0)));
        assertNotEquals(disk(cluster.data(0)), disk(cluster.data(1)));
        try (Stream<Path> files = Files.list(cluster.data(0))) {
          assertEquals(0, files.count());
        }
      } else {
        String reason = disks.refusal().get();
        assertTrue(reason.matches("(?s).*(losetup|mkfs\\.ext4|mount).*"), reason);
      }
    } finally {
      removal.remove();
    }
    if (Files.exists(cluster.data(0))) {
      assertEquals(below, disk(cluster.data(0)));
    }
    assertFalse(Files.readString(Path.of("/proc/mounts")).contains(directory.toString()));
  }
}
