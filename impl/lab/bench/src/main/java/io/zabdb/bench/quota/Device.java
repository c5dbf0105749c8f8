package io.zabdb.bench.quota;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the disk that holds a folder, as Linux numbers it. */
final class Device {

  private Device() {}

  /**
   * The whole disk that holds a folder: quotas are for disks, not for partitions.
   *
   * @param blocks such as {@code /sys/dev/block}
   * @return MAJOR:MINOR
   * @throws IOException if it is on no disk of this machine
   */
  static String of(Path folder, Path blocks) throws IOException {
    long number;
    try {
      number = (Long) Files.getAttribute(folder, "unix:dev");
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      throw new IOException("this system does not number disks", e);
    }
    return disk(number, folder, blocks);
  }

  static String disk(long number, Path folder, Path blocks) throws IOException {
    // makedev(3): the minor number is in the lowest 8 bits and from the 20th on, the major between.
    long major = (number >>> 8 & 0xfff) | (number >>> 32 & ~0xfffL);
    long minor = (number & 0xff) | (number >>> 12 & 0xffffff00L);
    Path block = blocks.resolve(major + ":" + minor);
    if (!Files.exists(block)) {
      throw new IOException(
          folder + " is in a file system that is not on one disk: --dir names another folder");
    }
    Path real = block.toRealPath();
    Path disk = Files.exists(real.resolve("partition")) ? real.getParent() : real;
    return Files.readString(disk.resolve("dev")).trim();
  }
}
