package io.zabdb.bench.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.cluster.OwnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On folders that look like those of the kernel. */
class QuotasTest {

  private static final Quota BOTH = new Quota(0.5, 40 << 20);
  private static final String GROUP = "zabdb-bench-" + ProcessHandle.current().pid() + "-";

  @TempDir Path folder;
  private Path root;
  private Path blocks;
  private final List<Path> removed = new ArrayList<>();

  @BeforeEach
  void disk() throws IOException {
    root = Files.createDirectories(folder.resolve("cgroup"));
    blocks = Files.createDirectories(folder.resolve("block"));
    // Whatever disk the test is on, it is the partition 8:1 of 8:0.
    Path disk = Files.createDirectories(folder.resolve("devices/sda"));
    Files.writeString(disk.resolve("dev"), "8:0\n");
    Path partition = Files.createDirectories(disk.resolve("sda1"));
    Files.writeString(partition.resolve("partition"), "1\n");
    Files.writeString(partition.resolve("dev"), "8:1\n");
    long number = (Long) Files.getAttribute(folder, "unix:dev");
    long major = (number >>> 8 & 0xfff) | (number >>> 32 & ~0xfffL);
    long minor = (number & 0xff) | (number >>> 12 & 0xffffff00L);
    Files.createSymbolicLink(blocks.resolve(major + ":" + minor), partition);
  }

  private void version1() throws IOException {
    Files.createDirectories(root.resolve("cpu"));
    Files.createDirectories(root.resolve("blkio"));
  }

  private void version2(String controllers) throws IOException {
    Files.writeString(root.resolve("cgroup.controllers"), "cpu io memory\n");
    Files.writeString(root.resolve("cgroup.subtree_control"), controllers + "\n");
  }

  private Quotas quotas(Quota quota) {
    return new Quotas(
        quota,
        root,
        blocks,
        group -> {
          removed.add(group);
          OwnCluster.delete(group);
        });
  }

  private String read(String file) throws IOException {
    return Files.readString(root.resolve(file)).trim();
  }

  @Test
  void version1HasAFolderForEachController() throws IOException {
    version1();
    try (Quotas quotas = quotas(BOTH)) {
      assertEquals(Optional.empty(), quotas.limit(List.of(11L, 22L), List.of(folder, folder)));
      assertEquals("10000", read("cpu/" + GROUP + "0/cpu.cfs_period_us"));
      assertEquals("5000", read("cpu/" + GROUP + "0/cpu.cfs_quota_us"));
      assertEquals("11", read("cpu/" + GROUP + "0/cgroup.procs"));
      assertEquals("22", read("cpu/" + GROUP + "1/cgroup.procs"));
      assertEquals("22", read("blkio/" + GROUP + "1/cgroup.procs"));
      String limit = "8:0 41943040";
      assertEquals(limit, read("blkio/" + GROUP + "1/blkio.throttle.write_bps_device"));
      assertEquals(limit, read("blkio/" + GROUP + "0/blkio.throttle.read_bps_device"));
      assertTrue(quotas.describe().contains("0.5 processors"), quotas.describe());
      assertTrue(quotas.describe().contains("version 1, periods of 10 ms, disk 8:0"));
    }
    assertEquals(4, removed.size());
    // Processes go back to the group above.
    assertEquals("22", read("cpu/cgroup.procs"));
    assertEquals("22", read("blkio/cgroup.procs"));
    try (Stream<Path> left = Files.list(root.resolve("cpu"))) {
      assertEquals(List.of(root.resolve("cpu/cgroup.procs")), left.toList());
    }
  }

  @Test
  void version1TellsWhatWasUsed() throws IOException {
    version1();
    try (Quotas quotas = quotas(BOTH)) {
      quotas.limit(List.of(11L), List.of(folder));
      Files.writeString(
          root.resolve("cpu/" + GROUP + "0/cpu.stat"),
          "nr_periods 40\nnr_throttled 8\nthrottled_time 3000000\n");
      Files.writeString(
          root.resolve("blkio/" + GROUP + "0/blkio.throttle.io_service_bytes"),
          "8:0 Read 100\n8:0 Write 200\n8:0 Sync 300\n9:0 Write 5000\nTotal 5300\n");
      QuotaUse use = new QuotaUse(40, 8, 3_000_000, 300);
      assertEquals(List.of(use), quotas.use());
      assertEquals(new QuotaUse(30, 6, 2_999_999, 299), use.since(new QuotaUse(10, 2, 1, 1)));
    }
  }

  @Test
  void version2HasOneFolder() throws IOException {
    version2("cpu io pids");
    try (Quotas quotas = quotas(BOTH)) {
      assertEquals(Optional.empty(), quotas.limit(List.of(11L), List.of(folder)));
      assertEquals("5000 10000", read(GROUP + "0/cpu.max"));
      assertEquals("8:0 rbps=41943040 wbps=41943040", read(GROUP + "0/io.max"));
      assertEquals("11", read(GROUP + "0/cgroup.procs"));
      Files.writeString(
          root.resolve(GROUP + "0/cpu.stat"), "nr_periods 4\nnr_throttled 3\nthrottled_usec 7\n");
      Files.writeString(
          root.resolve(GROUP + "0/io.stat"),
          "7:0 rbytes=9 wbytes=9\n8:0 rbytes=5 wbytes=6 rios=1\n");
      assertEquals(List.of(new QuotaUse(4, 3, 7_000, 11)), quotas.use());
    }
    assertEquals(List.of(root.resolve(GROUP + "0")), removed);
  }

  @Test
  void version2WithoutAControllerIsToldAndLeavesNothing() throws IOException {
    version2("cpu");
    try (Quotas quotas = quotas(BOTH)) {
      String reason = quotas.limit(List.of(11L), List.of(folder)).orElseThrow();
      assertTrue(reason.contains("the controller io is not in"), reason);
      assertFalse(Files.exists(root.resolve(GROUP + "0")));
      assertEquals("none", quotas.describe());
      assertEquals(List.of(), quotas.use());
    }
  }

  @Test
  void whatIsNotAskedForIsNotLimited() throws IOException {
    version1();
    try (Quotas quotas = quotas(new Quota(0.05, 0))) {
      assertEquals(Optional.empty(), quotas.limit(List.of(11L), List.of(folder)));
      assertEquals("1000", read("cpu/" + GROUP + "0/cpu.cfs_quota_us"), "the least of Linux");
      assertFalse(Files.exists(root.resolve("blkio/" + GROUP + "0")));
    }
    try (Quotas quotas = quotas(new Quota(0, 0))) {
      assertEquals(Optional.empty(), quotas.limit(List.of(11L), List.of(folder)));
      assertEquals("none", quotas.describe());
    }
  }

  @Test
  void noControlGroups() {
    try (Quotas quotas = quotas(BOTH)) {
      String reason = quotas.limit(List.of(11L), List.of(folder)).orElseThrow();
      assertTrue(reason.contains("no control groups in " + root), reason);
    }
  }

  @Test
  void aFailureInBetweenLeavesNothing() throws IOException {
    version1();
    // The second group cannot be made.
    Files.createDirectories(root.resolve("blkio/" + GROUP + "1"));
    try (Quotas quotas = quotas(BOTH)) {
      assertTrue(quotas.limit(List.of(11L, 22L), List.of(folder, folder)).isPresent());
      assertFalse(Files.exists(root.resolve("cpu/" + GROUP + "0")));
      assertFalse(Files.exists(root.resolve("cpu/" + GROUP + "1")));
      assertEquals(List.of(), quotas.use());
    }
  }

  @Test
  void aFileSystemWithoutADisk() throws IOException {
    assertEquals("8:0", Device.of(folder, blocks));
    IOException failure = assertThrows(IOException.class, () -> Device.disk(0x2f, folder, blocks));
    assertTrue(failure.getMessage().contains("is not on one disk"), failure.getMessage());
  }
}
