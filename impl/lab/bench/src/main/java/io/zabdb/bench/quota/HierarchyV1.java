package io.zabdb.bench.quota;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Version 1: a tree of folders for each controller. Its disk quota counts what a process reads, and
 * what it writes itself by a sync, which is what RocksDB ({@code bytes_per_sync}) and the log do.
 * What the kernel writes back later counts for nobody.
 */
final class HierarchyV1 extends Hierarchy {

  private static final String CPU = "cpu";
  private static final String DISK = "blkio";

  private final Path root;

  HierarchyV1(Path root) {
    this.root = root;
  }

  @Override
  String describe() {
    return "control groups of version 1";
  }

  @Override
  List<Path> folders(String name, Quota quota) throws IOException {
    List<Path> folders = new ArrayList<>();
    if (quota.hasProcessors()) {
      folders.add(controller(CPU).resolve(name));
    }
    if (quota.hasBytes()) {
      folders.add(controller(DISK).resolve(name));
    }
    return folders;
  }

  private Path controller(String name) throws IOException {
    Path folder = root.resolve(name);
    if (!Files.isDirectory(folder)) {
      throw new IOException("this machine has no controller " + name + " in " + root);
    }
    return folder;
  }

  @Override
  void limit(String name, Quota quota, String device) throws IOException {
    if (quota.hasProcessors()) {
      Path folder = root.resolve(CPU).resolve(name);
      write(folder.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
      write(folder.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros(quota)));
    }
    if (quota.hasBytes()) {
      Path folder = root.resolve(DISK).resolve(name);
      String limit = device + " " + quota.bytesPerSecond();
      write(folder.resolve("blkio.throttle.read_bps_device"), limit);
      write(folder.resolve("blkio.throttle.write_bps_device"), limit);
    }
  }

  @Override
  QuotaUse use(String name, Quota quota, String device) throws IOException {
    String cpu =
        quota.hasProcessors()
            ? Files.readString(root.resolve(CPU).resolve(name).resolve("cpu.stat"))
            : "";
    String disk =
        quota.hasBytes()
            ? Files.readString(
                root.resolve(DISK).resolve(name).resolve("blkio.throttle.io_service_bytes"))
            : "";
    return new QuotaUse(
        field(cpu, "nr_periods"),
        field(cpu, "nr_throttled"),
        field(cpu, "throttled_time"),
        field(disk, device + " Read") + field(disk, device + " Write"));
  }
}
