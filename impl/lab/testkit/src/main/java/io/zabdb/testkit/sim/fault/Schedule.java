package io.zabdb.testkit.sim.fault;

import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws the faults of a run. */
public final class Schedule {

  private static final long MIN_PERIOD_MICROS = 300_000;
  private static final long MAX_PERIOD_MICROS = 20_000_000;
  private static final long SHORTEST_MICROS = 5_000;
  private static final long LONGEST_MICROS = 8_000_000;

  private Schedule() {}

  /**
   * The faults of a seed, in the order of their times.
   *
   * @param end when the last may begin, in microseconds
   */
  public static List<Fault> draw(long seed, Profile profile, int nodes, long end) {
    List<Fault> drawn = new ArrayList<>();
    for (FaultKind kind : profile.kinds()) {
      // A stream per kind: a new kind leaves the others where they are.
      SeededRandom random = new SeededRandom(seed, "fault." + kind);
      boolean on = random.chance(0.4);
      if (on || profile.takesAll()) {
        addAll(drawn, kind, random, nodes, end);
      }
    }
    drawn.sort(Comparator.comparingLong(Fault::time));
    List<Fault> numbered = new ArrayList<>();
    for (Fault fault : drawn) {
      numbered.add(
          new Fault(
              numbered.size(),
              fault.kind(),
              fault.time(),
              fault.duration(),
              fault.node(),
              fault.peer(),
              fault.strength()));
    }
    return numbered;
  }

  private static void addAll(
      List<Fault> faults, FaultKind kind, SeededRandom random, int nodes, long end) {
    long average = random.spread(MIN_PERIOD_MICROS, MAX_PERIOD_MICROS);
    for (long time = random.gap(average); time < end; time += random.gap(average)) {
      int node = random.below(nodes);
      int peer = (node + 1 + random.below(nodes - 1)) % nodes;
      long duration = random.spread(SHORTEST_MICROS, LONGEST_MICROS);
      int strength = (int) random.between(1, 1000);
      faults.add(new Fault(0, kind, time, kind.isLasting() ? duration : 0, node, peer, strength));
    }
  }
}
