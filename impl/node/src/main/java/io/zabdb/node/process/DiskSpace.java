package io.zabdb.node.process;

import io.zabdb.node.api.DiskRoom;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The room on the disk of a data directory, as of the last look. Thread-safe. */
final class DiskSpace implements DiskRoom {

  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);

  /** A disk that was full has room again at the reserve and a quarter: it does not flap. */
  private static final double AGAIN = 1.25;

  private final long reserve;
  private final LongSupplier probe;
  private volatile long free;
  private volatile boolean isShort;

  /**
   * @param probe free bytes; negative if they cannot be told now
   */
  DiskSpace(long reserve, LongSupplier probe) {
    this.reserve = reserve;
    this.probe = probe;
    free = probe.getAsLong();
    isShort = free >= 0 && free < reserve;
  }

  static DiskSpace of(Path directory, long reserve) throws IOException {
    FileStore store = Files.getFileStore(directory);
    return new DiskSpace(
        reserve,
        () -> {
          try {
            return store.getUsableSpace();
          } catch (IOException e) {
            return -1;
          }
        });
  }

  /** Looks again; called every second or so, by one thread. */
  void look() {
    long now = probe.getAsLong();
    if (now < 0) {
      return;
    }
    free = now;
    boolean before = isShort;
    isShort = now < (before ? (long) (reserve * AGAIN) : reserve);
    if (isShort && !before) {
      LOG.warn(
          "disk short: {} bytes free, less than the disk-reserve of {}; updates are refused",
          now,
          reserve);
    } else if (before && !isShort) {
      LOG.info("disk has room again: {} bytes free; updates are taken", now);
    }
  }

  @Override
  public long freeBytes() {
    return free;
  }

  @Override
  public boolean isShort() {
    return isShort;
  }
}
