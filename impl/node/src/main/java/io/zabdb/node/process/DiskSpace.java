package io.zabdb.node.process;

import io.zabdb.node.api.DiskRoom;
import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
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
  private final NodeHealth health;
  private volatile long free;
  private volatile boolean isShort;

  /**
   * @param probe free bytes; negative if they cannot be told now
   * @param health is told when there is too little
   */
  DiskSpace(long reserve, LongSupplier probe, NodeHealth health) {
    this.reserve = reserve;
    this.probe = probe;
    this.health = health;
    look();
  }

  static DiskSpace of(Path directory, long reserve, NodeHealth health) throws IOException {
    FileStore store = Files.getFileStore(directory);
    return new DiskSpace(
        reserve,
        () -> {
          try {
            return store.getUsableSpace();
          } catch (IOException e) {
            return -1;
          }
        },
        health);
  }

  /** Looks again; called every second or so, by one thread. */
  final void look() {
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
      health.unfit(Ailment.DISK_ROOM, NodeHealth.NODE, "the disk has no room for updates");
    } else if (before && !isShort) {
      LOG.info("disk has room again: {} bytes free; updates are taken", now);
      health.cleared(Ailment.DISK_ROOM, NodeHealth.NODE);
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
