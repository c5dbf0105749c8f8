package io.zabdb.testkit.sim.disk;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/** How long a disk takes at present, and whether it has room. Faults overlap and add up. */
public final class DiskSpeed {

  /** What a heavy compaction adds to the time of a write at most, in microseconds. */
  private static final long COMPACTION_MICROS = 30_000;

  private final SeededRandom random;
  private final long baseMicros;
  private long slowness;
  private boolean compacting;
  private int full;

  DiskSpeed(World world, int node) {
    random = world.random("disk.speed." + node);
    baseMicros = random.spread(100, 5_000);
  }

  /** Adds to the time of each write, in microseconds. */
  public void slow(long change) {
    slowness += change;
  }

  /** A heavy compaction begins or ends: while it runs, writes take longer. */
  public void compact(boolean begins) {
    compacting = begins;
  }

  /** Begins ({@code change} 1) or ends (-1) a time without room. */
  public void fill(int change) {
    full += change;
  }

  /** No fault slows it down, and it has room. */
  void heal() {
    slowness = 0;
    full = 0;
  }

  boolean hasRoom() {
    return full == 0;
  }

  /** How long the next write takes, in microseconds. */
  long writeMicros() {
    long spread = baseMicros + slowness + (compacting ? COMPACTION_MICROS : 0);
    return baseMicros + random.below(spread + 1) + slowness / 2;
  }

  /** What a write takes at most while no fault slows the disk, in microseconds. */
  public long greatestMicros() {
    return 2 * baseMicros + COMPACTION_MICROS;
  }
}
