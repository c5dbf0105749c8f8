package io.zabdb.testkit.sim.disk;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/** How long a disk takes at present, and whether it has room. Faults overlap and add up. */
public final class DiskSpeed {

  private final SeededRandom random;
  private final long baseMicros;
  private long slowness;
  private long load;
  private int full;

  DiskSpeed(World world, int node) {
    random = world.random("disk.speed." + node);
    baseMicros = random.spread(100, 5_000);
  }

  /** Adds to the time of each write, in microseconds. */
  public void slow(long change) {
    slowness += change;
  }

  /** The same, by what the node itself does, which no healing ends. */
  public void load(long change) {
    load += change;
  }

  /** Begins ({@code change} 1) or ends (-1) a time without room. */
  public void fill(int change) {
    full += change;
  }

  public void heal() {
    slowness = 0;
    full = 0;
  }

  boolean hasRoom() {
    return full == 0;
  }

  /** How long the next write takes, in microseconds. */
  long writeMicros() {
    long slower = slowness + load;
    return baseMicros + random.below(baseMicros + slower + 1) + slower / 2;
  }

  /** What a write takes at most while no fault slows the disk, in microseconds. */
  public long greatestMicros() {
    return 2 * baseMicros;
  }
}
