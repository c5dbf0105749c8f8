package io.zabdb.simulator.disk;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.machine.VirtualProcess;
import java.io.IOException;

/**
 * How the disk of a machine is at present, for all replicas on it: slow, full, about to fail. What
 * it takes is charged to the process that uses it. Faults overlap and add up. Not thread-safe.
 */
public final class DiskState {

  /** What a heavy compaction adds to the time of a sync at most, in microseconds. */
  private static final long COMPACTION_MICROS = 10_000;

  /** An access that fails once, and the count of it. */
  public enum Access {
    READ("disk: a read failed"),
    WRITE("disk: a write failed"),
    SYNC("disk: a sync failed");

    private final String count;

    Access(String count) {
      this.count = count;
    }

    /** What is counted when it has failed. */
    public String count() {
      return count;
    }
  }

  private final World world;
  private final SeededRandom random;
  private final long baseMicros;
  private VirtualProcess process;
  private long slowness;
  private int full;
  private boolean compacting;
  private Access failing;
  private boolean failed;
  private boolean writtenCounts;

  public DiskState(World world, int node) {
    this.world = world;
    random = world.random("disk." + node);
    baseMicros = random.spread(100, 5_000);
  }

  /** From now on what processes write counts before it is synced. */
  public void writtenCounts() {
    writtenCounts = true;
  }

  boolean doesWrittenCount() {
    return writtenCounts;
  }

  /** A process uses it from now on. */
  public void usedBy(VirtualProcess by) {
    process = by;
    failed = false;
  }

  /** Adds to the time of each sync, in microseconds; what was added is to be taken away again. */
  public void slow(long change) {
    slowness += change;
  }

  /** Begins ({@code change} 1) or ends (-1) a time without room. */
  public void fill(int change) {
    full += change;
  }

  public boolean isFull() {
    return full > 0;
  }

  /** A compaction runs, or has ended. */
  void compact(boolean runs) {
    compacting = runs;
  }

  /** The next access of this kind fails. */
  public void failNext(Access access) {
    failing = access;
  }

  /** Whether an access of the process that uses it has failed: it may end for that reason. */
  public boolean hasFailed() {
    return failed;
  }

  /** No fault slows it down, it has room, and nothing fails. */
  public void heal() {
    slowness = 0;
    full = 0;
    failing = null;
  }

  /** What a sync takes at most while no fault slows the disk, in microseconds. */
  public long greatestMicros() {
    return 2 * baseMicros + COMPACTION_MICROS;
  }

  /** The present as the process that uses it sees it, in microseconds. */
  long now() {
    return process == null ? time() : process.now();
  }

  /** The present, in microseconds. */
  long time() {
    return world.time().now();
  }

  /** The process has ended in the middle of a task. */
  void interrupted() {
    world.counts().add("disk: a task was interrupted");
  }

  /** A bit has not flipped where nobody could have told. */
  void spared() {
    world.counts().add("disk: rot spared");
  }

  void read() throws IOException {
    fail(Access.READ);
    charge(random.below(100));
  }

  /** Ahead of a write, which is not made if this throws. */
  void write() throws IOException {
    fail(Access.WRITE);
  }

  /** Ahead of a sync: takes its time. Returns whether the sync is to fail. */
  boolean sync() {
    chargeSync();
    return takeFailure(Access.SYNC);
  }

  void chargeSync() {
    long spread = baseMicros + slowness + (compacting ? COMPACTION_MICROS : 0);
    charge(baseMicros + random.below(spread + 1) + slowness / 2);
  }

  private void fail(Access access) throws IOException {
    if (takeFailure(access)) {
      throw new IOException("Input/output error");
    }
  }

  private boolean takeFailure(Access access) {
    if (failing != access) {
      return false;
    }
    failing = null;
    failed = true;
    world.counts().add(access.count());
    return true;
  }

  private void charge(long micros) {
    if (process != null) {
      process.charge(micros);
    }
  }
}
