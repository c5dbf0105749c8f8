package io.zabdb.simulator.fault;

import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.ArrayList;
import java.util.List;

/** Draws the faults of a run: some kinds, and how often. */
public final class NodeSchedule {

  private static final long SHORTEST_GAP = 60_000;
  private static final long LONGEST_GAP = 2_000_000;
  private static final long SHORTEST = 5_000;
  private static final long LONGEST = 3_000_000;

  private NodeSchedule() {}

  /**
   * The faults of a seed.
   *
   * @param micros how long they go on
   */
  public static List<NodeFault> draw(long seed, int nodes, int groups, long micros) {
    SeededRandom random = new SeededRandom(seed, "node.faults");
    List<NodeFaultKind> kinds = new ArrayList<>();
    for (NodeFaultKind kind : NodeFaultKind.values()) {
      if (random.chance(0.4)) {
        kinds.add(kind);
      }
    }
    List<NodeFault> faults = new ArrayList<>();
    long gap = random.spread(SHORTEST_GAP, LONGEST_GAP);
    for (long at = random.gap(gap); at < micros && !kinds.isEmpty(); at += random.gap(gap)) {
      NodeFaultKind kind = kinds.get(random.below(kinds.size()));
      int node = random.below(nodes);
      int other = (node + 1 + random.below(nodes - 1)) % nodes;
      int group = random.below(groups);
      long length = random.spread(SHORTEST, LONGEST);
      faults.add(new NodeFault(faults.size(), at, kind, node, other, group, length));
    }
    return faults;
  }
}
