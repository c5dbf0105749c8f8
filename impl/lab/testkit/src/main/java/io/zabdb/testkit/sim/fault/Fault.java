package io.zabdb.testkit.sim.fault;

/**
 * A fault of a run. All that it does is fixed in advance, so that leaving out others changes
 * nothing about it.
 *
 * @param number its place in the schedule, from 0
 * @param time when it begins, in virtual microseconds
 * @param duration until it ends, in microseconds; 0 if it does not last
 * @param node its target
 * @param peer another node, for what concerns two
 * @param strength from 1 to 1000; what it means depends on the kind
 */
public record Fault(
    int number, FaultKind kind, long time, long duration, int node, int peer, int strength) {

  @Override
  public String toString() {
    String end = kind.isLasting() ? String.format(" for %,d us", duration) : "";
    return String.format(
        "#%d at %,d us%s: %s node=%d peer=%d strength=%d",
        number, time, end, kind, node, peer, strength);
  }
}
