package io.zabdb.simulator.fault;

import java.util.Locale;

/**
 * A fault of a schedule.
 *
 * @param number in the schedule, from 0
 * @param micros when it begins, in virtual microseconds
 * @param node that it befalls, or the first of two
 * @param other the second one
 * @param group of which replica, where that matters
 * @param length how long it lasts, in microseconds
 */
public record NodeFault(
    int number, long micros, NodeFaultKind kind, int node, int other, int group, long length) {

  /** What is counted when it happens. */
  public String count() {
    return "fault: " + kind.name().toLowerCase(Locale.ROOT);
  }
}
