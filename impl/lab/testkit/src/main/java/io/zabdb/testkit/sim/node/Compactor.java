package io.zabdb.testkit.sim.node;

import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.disk.DiskSpeed;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/**
 * The compaction work of a node's store, in levels from 0. It grows when a fault says so, survives
 * a crash, and shrinks by compactions; a heavy one slows the disk down while it runs.
 */
public final class Compactor {

  /** At this level a store would stop all writes. */
  public static final int MAX = 10;

  private final World world;
  private final int node;
  private final DiskSpeed disk;
  private final Watcher watcher;
  private final SeededRandom random;
  private int pressure;
  private boolean running;

  /** Numbers the processes, so that a compaction that a crash has ended does not end again. */
  private long life;

  Compactor(World world, int node, DiskSpeed disk, Watcher watcher) {
    this.world = world;
    this.node = node;
    this.disk = disk;
    this.watcher = watcher;
    random = world.random("compaction." + node);
  }

  /** Work piles up. */
  public void press(int levels) {
    pressure = Math.min(MAX, pressure + levels);
  }

  int pressure() {
    return pressure;
  }

  /** Begins a heavy compaction; its end is given to the process. */
  void start(Process process) {
    world.counts().add("compaction: heavy");
    running = true;
    watcher.compacting(node, true);
    disk.compact(true);
    long started = life;
    world.time().after(random.spread(50_000, 3_000_000), () -> finish(process, started));
  }

  void step() {
    world.counts().add("compaction: small step");
    pressure = Math.max(0, pressure - 1);
  }

  /** The process that compacts has ended: the work remains. */
  void crash() {
    life++;
    stop();
  }

  private void finish(Process process, long started) {
    if (started == life) {
      stop();
      pressure = 0;
      process.give(new Input.CompactionFinished());
      process.give(new Input.PressureSampled(0));
    }
  }

  private void stop() {
    if (running) {
      running = false;
      disk.compact(false);
      watcher.compacting(node, false);
    }
  }
}
