package io.zabdb.simulator.client;

import io.zabdb.testkit.sim.engine.World;
import java.util.stream.IntStream;

/** The keys and values that the clients of a run share. Not thread-safe. */
public final class Keys {

  /**
   * After a while all clients turn to new keys: operations of unknown outcome, which may take
   * effect at any time, would make the check of a long history hard.
   */
  private static final long KEYS_CHANGE_MICROS = 4_000_000;

  private final World world;
  private final int atATime;
  private final int maxPadding;
  private long values;

  /** Whether those in use now stay in use. */
  private boolean stay;

  private long turn;

  /**
   * @param atATime how many keys are in use
   * @param maxPadding what values have beside their number, below so many bytes
   */
  public Keys(World world, int atATime, int maxPadding) {
    this.world = world;
    this.atATime = atATime;
    this.maxPadding = maxPadding;
  }

  /** One of those in use, by a number below that of them. */
  int any(int number) {
    if (!stay) {
      turn = world.time().now() / KEYS_CHANGE_MICROS;
    }
    return (int) turn * atATime + number;
  }

  /** All that have been in use. */
  IntStream all() {
    return IntStream.range(0, ((int) turn + 1) * atATime);
  }

  /** From now on the keys stay as they are, so that what is to be done is the same all the time. */
  public void stay() {
    stay = true;
  }

  /** A value that nobody else writes. */
  long newValue() {
    return ++values;
  }

  int maxPadding() {
    return maxPadding;
  }
}
