package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a schedule is to be like. Times are in microseconds. Immutable.
 *
 * @param seed of all that is drawn
 * @param faults that are asked for, at least one
 * @param calm how long nothing is done between faults; up to twice as long is drawn
 * @param fault how long a fault lasts, likewise; longer where restarts take longer
 * @param outage how long the quorum is away on purpose, likewise
 * @param recovery how long it may take after that until all is well
 * @param restart how long a restart of a node is thought to take until one has been seen
 * @param look how long at most until the next sight is wanted
 */
public record ScheduleSettings(
    long seed,
    Set<Act> faults,
    long calm,
    long fault,
    long outage,
    long recovery,
    long restart,
    long look) {

  private static final long SECOND = 1_000_000;

  /**
   * @throws IllegalArgumentException if something that undoes faults is asked for as a fault, no
   *     fault is, or a time is not positive
   */
  public ScheduleSettings {
    faults = Set.copyOf(faults);
    if (faults.isEmpty() || !faults.stream().allMatch(Act::isFault)) {
      throw new IllegalArgumentException("not faults: " + faults);
    }
    if (Math.min(Math.min(calm, fault), Math.min(outage, recovery)) <= 0
        || Math.min(restart, look) <= 0) {
      throw new IllegalArgumentException("times are positive");
    }
  }

  /** For processes on one machine. */
  public static ScheduleSettings of(long seed, Set<Act> faults) {
    return new ScheduleSettings(
        seed, faults, SECOND, 2 * SECOND, SECOND, 60 * SECOND, 3 * SECOND, SECOND / 20);
  }

  /** The same with other lengths of calm, of faults and of outages. */
  public ScheduleSettings withLengths(long calmFor, long faultFor, long outageFor) {
    return new ScheduleSettings(
        seed, faults, calmFor, faultFor, outageFor, recovery, restart, look);
  }

  /** The same with another bound of recoveries. */
  public ScheduleSettings withRecovery(long bound) {
    return new ScheduleSettings(seed, faults, calm, fault, outage, bound, restart, look);
  }

  /** The faults in the order in which they are declared: sets have none that a seed could draw. */
  Set<Act> ordered() {
    return EnumSet.copyOf(faults);
  }
}
