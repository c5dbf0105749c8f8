package io.zabdb.testkit.sim.node;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/** A node's clock: ticks of about {@link #TICK_MICROS}, faster or slower, and with jumps. */
public final class Clock {

  /** A tick of a clock that goes right, in microseconds. */
  public static final long TICK_MICROS = 10_000;

  /** What a clock is off without any fault, at most, in thousandths. */
  public static final int USUAL_SKEW = 20;

  private final World world;
  private final Runnable tick;
  private final long usual;
  private long skew;

  /**
   * Starts at once, and never stops.
   *
   * @param tick is run at every tick
   */
  Clock(World world, int node, Runnable tick) {
    this.world = world;
    this.tick = tick;
    SeededRandom random = world.random("clock." + node);
    usual = TICK_MICROS * (1000 + random.between(-USUAL_SKEW, USUAL_SKEW)) / 1000;
    world.time().after(random.below(usual), this::tick);
  }

  /** Adds to the length of a tick, in thousandths of it; negative: faster. */
  public void skew(long change) {
    skew += change;
  }

  /** That many ticks at once. */
  public void jump(long ticks) {
    for (long i = 0; i < ticks; i++) {
      tick.run();
    }
  }

  /** Goes right again. */
  public void heal() {
    skew = 0;
  }

  private void tick() {
    world.time().after(Math.max(TICK_MICROS / 10, usual * (1000 + skew) / 1000), this::tick);
    tick.run();
  }
}
