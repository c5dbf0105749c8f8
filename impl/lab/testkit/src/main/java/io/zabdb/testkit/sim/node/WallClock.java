package io.zabdb.testkit.sim.node;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/**
 * What a node's machine shows for a time of day, and a monotonic clock that knows nothing of it. A
 * clock that goes right is a little off and drifts a little; faults set it to anything, or make it
 * run at another rate. Not thread-safe.
 */
public final class WallClock {

  /** The true time of day at the beginning of a run, in milliseconds since 1970. */
  public static final long START_MILLIS = 1_700_000_000_000L;

  /** How far a leader's clock may be from a quorum's: what {@code max-clock-skew} is by default. */
  public static final long MAX_SKEW_MILLIS = 500;

  private static final long USUAL_MILLIS = 50;
  private static final long USUAL_DRIFT = 100;
  private static final long LONGEST_UP_MILLIS = 10_000_000_000L;
  private static final long PARTS = 1_000_000;

  private final World world;
  private final long usual;
  private final long usualDrift;
  private final long booted;

  /** What faults add, in milliseconds, and in millionths of the time since then. */
  private long ahead;

  private long drift;
  private long since;
  private boolean right = true;
  private boolean always = true;

  public WallClock(World world, int node) {
    this.world = world;
    SeededRandom random = world.random("wall." + node);
    usual = random.between(-USUAL_MILLIS, USUAL_MILLIS);
    usualDrift = random.between(-USUAL_DRIFT, USUAL_DRIFT);
    booted = random.below(LONGEST_UP_MILLIS);
  }

  /** The true time of day, in milliseconds since 1970. */
  public static long truth(World world) {
    return START_MILLIS + world.time().now() / 1_000;
  }

  /** What it shows, in milliseconds since 1970. */
  public long millis() {
    long wrong = ahead + elapsed(since) * drift / PARTS;
    return truth(world) + usual + elapsed(0) * usualDrift / PARTS + wrong;
  }

  private long elapsed(long from) {
    return (world.time().now() - from) / 1_000;
  }

  /** What the monotonic clock shows, in milliseconds. */
  public long monotonic() {
    return booted + world.time().now() / 1_000;
  }

  /**
   * It goes wrong from now on.
   *
   * @param millis by how much it is ahead, or behind if negative
   * @param millionths of the time that it gains, or loses if negative
   */
  public void set(long millis, long millionths) {
    ahead = millis;
    drift = millionths;
    since = world.time().now();
    right = false;
    always = false;
  }

  /** It is set right, and goes right again. */
  public void heal() {
    ahead = 0;
    drift = 0;
    right = true;
  }

  /** Whether it is further off than clocks that go right ever are from each other. */
  public boolean isFarOff() {
    return Math.abs(millis() - truth(world)) > MAX_SKEW_MILLIS + 2 * USUAL_MILLIS;
  }

  /** Whether it goes right at present. */
  public boolean isRight() {
    return right;
  }

  /** Whether it has gone right all the time. */
  public boolean wasAlwaysRight() {
    return always;
  }
}
