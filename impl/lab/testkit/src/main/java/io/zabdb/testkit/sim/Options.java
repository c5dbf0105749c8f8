package io.zabdb.testkit.sim;

import io.zabdb.core.session.Retention;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.FaultKind;
import io.zabdb.testkit.sim.fault.Profile;
import io.zabdb.testkit.sim.fault.Schedule;
import io.zabdb.testkit.sim.node.CoreReplicas;
import io.zabdb.testkit.sim.node.Replicas;
import io.zabdb.testkit.sim.node.Times;
import java.util.List;

/**
 * What a run is about. Equal options give equal runs, event for event.
 *
 * @param seed of all that is random
 * @param nodes how many there are, at least 2
 * @param founders how many of them found the group; the others may join it
 * @param safetyMicros how long faults go on, in virtual microseconds
 * @param faults the schedule
 * @param replicas what runs on the nodes
 * @param log takes the events
 * @param sessions how much leaders keep of sessions
 * @param times what computes the replicated time
 */
public record Options(
    long seed,
    int nodes,
    int founders,
    long safetyMicros,
    List<Fault> faults,
    Replicas replicas,
    EventLog log,
    Retention sessions,
    Times times) {

  /** Nodes beside the founders where members change. */
  private static final int SPARES = 4;

  /** Long for a run, and short for a clock that is days ahead. */
  private static final Retention AN_HOUR = new Retention(3_600_000, 1_000_000);

  private static final long SHORTEST_MICROS = 5_000_000;
  private static final long LONGEST_MICROS = 60_000_000;

  /** A run in which no session is forgotten. */
  public Options(
      long seed,
      int nodes,
      long safetyMicros,
      List<Fault> faults,
      Replicas replicas,
      EventLog log) {
    this(
        seed, nodes, nodes, safetyMicros, faults, replicas, log, Retention.FOREVER, Times.STANDARD);
  }

  /**
   * The run of a seed.
   *
   * @param nodes that found the group, or 0 to have the seed draw 3 or 5
   */
  public static Options of(long seed, Profile profile, int nodes) {
    SeededRandom random = new SeededRandom(seed, "run");
    long safety = random.spread(SHORTEST_MICROS, LONGEST_MICROS);
    int drawn = random.chance(0.6) ? 3 : 5;
    int size = nodes == 0 ? drawn : nodes;
    int all = profile.kinds().contains(FaultKind.CHANGE_MEMBERS) ? size + SPARES : size;
    List<Fault> faults = Schedule.draw(seed, profile, all, safety);
    return new Options(
        seed,
        all,
        size,
        safety,
        faults,
        CoreReplicas.STANDARD,
        EventLog.NONE,
        sessions(seed, profile),
        Times.STANDARD);
  }

  private static Retention sessions(long seed, Profile profile) {
    if (profile.kinds().contains(FaultKind.WRONG_CLOCK)) {
      return AN_HOUR;
    }
    if (profile != Profile.SESSIONS) {
      return Retention.FOREVER;
    }
    SeededRandom random = new SeededRandom(seed, "sessions");
    return new Retention(random.spread(50, 3_000), random.between(1, 12));
  }

  /** The same run with other faults. */
  public Options withFaults(List<Fault> other) {
    return new Options(seed, nodes, founders, safetyMicros, other, replicas, log, sessions, times);
  }

  /** The same run with other replicas. */
  public Options withReplicas(Replicas other) {
    return new Options(seed, nodes, founders, safetyMicros, faults, other, log, sessions, times);
  }

  /** The same run with its events written down. */
  public Options withLog(EventLog other) {
    return new Options(
        seed, nodes, founders, safetyMicros, faults, replicas, other, sessions, times);
  }

  /** The same run with another replicated time. */
  public Options withTimes(Times other) {
    return new Options(seed, nodes, founders, safetyMicros, faults, replicas, log, sessions, other);
  }
}
