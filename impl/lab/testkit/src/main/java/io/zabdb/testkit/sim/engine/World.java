package io.zabdb.testkit.sim.engine;

/**
 * What all parts of a run share.
 *
 * @param seed of all that is random in the run
 * @param nodes how many there are, numbered from 0
 * @param founders how many of them found the group, the first ones; the others may join it
 */
public record World(
    long seed, int nodes, int founders, Timeline time, EventLog log, Counts counts) {

  /** All nodes found the group. */
  public World(long seed, int nodes, Timeline time, EventLog log, Counts counts) {
    this(seed, nodes, nodes, time, log, counts);
  }

  /** The random numbers for a purpose. */
  public SeededRandom random(String purpose) {
    return new SeededRandom(seed, purpose);
  }

  /** More than half of the founders. */
  public int quorum() {
    return founders / 2 + 1;
  }

  /** Logs an event of a node, if a log is wanted. */
  public void log(int node, String what, Object detail) {
    if (log.isOn()) {
      log.add(time.now(), "n" + node, what + " " + detail);
    }
  }
}
