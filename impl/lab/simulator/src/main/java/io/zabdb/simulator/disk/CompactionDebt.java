package io.zabdb.simulator.disk;

import io.zabdb.storage.tree.TreePressure;

/**
 * The compactions of a simulated store: debt grows with what is written, and is worked off at a
 * rate while the store may compact by itself. Not thread-safe.
 */
final class CompactionDebt {

  /** What a compaction reads in a second. */
  private static final long BYTES_PER_SECOND = 4 << 20;

  private static final long BYTES_PER_FILE = 64 << 10;

  private final DiskState disk;
  private long dueBytes;
  private boolean automatic = true;
  private long lastMicros;

  CompactionDebt(DiskState disk) {
    this.disk = disk;
  }

  void add(long bytes) {
    dueBytes += bytes;
  }

  void setAutomatic(boolean is, long now) {
    workOff(now);
    automatic = is;
  }

  /** All is compacted at once. */
  void compactAll() {
    dueBytes = 0;
  }

  TreePressure sample(long now) {
    workOff(now);
    boolean runs = automatic && dueBytes > 0;
    return TreePressure.due(dueBytes, dueBytes / BYTES_PER_FILE, runs ? 1 : 0);
  }

  private void workOff(long now) {
    if (automatic) {
      dueBytes = Math.max(0, dueBytes - (now - lastMicros) * BYTES_PER_SECOND / 1_000_000);
    }
    lastMicros = now;
    disk.compact(automatic && dueBytes > 0);
  }
}
