package io.zabdb.testkit.sim.network;

import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;

/**
 * The one-way links between all hosts, and how well each works at present. Faults overlap: each
 * adds to a counter when it begins and takes the same away when it ends. Host number {@code nodes}
 * stands for the machine on which the clients are.
 */
public final class Links {

  private final int clients;
  private final int[][] cuts;
  private final long[][] slowness;
  private final long[][] gaps;
  private final SeededRandom random;
  private final long baseDelay;
  private long jitter;

  public Links(World world) {
    clients = world.nodes();
    cuts = new int[clients + 1][clients + 1];
    slowness = new long[clients + 1][clients + 1];
    gaps = new long[clients + 1][clients + 1];
    random = world.random("network.delay");
    baseDelay = random.spread(50, 2_000);
  }

  /** The host on which the clients are. */
  public int clients() {
    return clients;
  }

  /** Begins ({@code change} 1) or ends (-1) a cut of a link. */
  public void cut(int from, int to, int change) {
    cuts[from][to] += change;
  }

  /** Adds to the delay of a link, in microseconds; what was added is to be taken away again. */
  public void slow(int from, int to, long change) {
    slowness[from][to] += change;
  }

  /**
   * Adds to the time between two messages of a connection, in microseconds, so that what is sent
   * faster than that waits, in order; what was added is to be taken away again.
   */
  public void throttle(int from, int to, long change) {
    gaps[from][to] += change;
  }

  /** Adds to the spread of all delays, in microseconds. */
  public void jitter(long change) {
    jitter += change;
  }

  public boolean isCut(int from, int to) {
    return cuts[from][to] > 0;
  }

  /** How long the next thing over a link takes, in microseconds. */
  public long delay(int from, int to) {
    return baseDelay + random.below(baseDelay + 1 + jitter) + slowness[from][to];
  }

  /** How long a thing takes at least over a link as it is at present, in microseconds. */
  public long shortestDelay(int from, int to) {
    return baseDelay + slowness[from][to];
  }

  /** How long a message of a connection waits at least behind the one before, in microseconds. */
  long gap(int from, int to) {
    return gaps[from][to];
  }

  /** What a delay is at most when no fault slows a link, in microseconds. */
  public long greatestDelay() {
    return 2 * baseDelay;
  }

  /** Makes all links work as they should. */
  public void heal() {
    jitter = 0;
    for (int from = 0; from <= clients; from++) {
      for (int to = 0; to <= clients; to++) {
        cuts[from][to] = 0;
        slowness[from][to] = 0;
        gaps[from][to] = 0;
      }
    }
  }
}
