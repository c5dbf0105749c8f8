package io.zabdb.simulator.fault;

import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Draws the faults of a run: some kinds, and how often. */
public final class NodeSchedule {

  private static final long SHORTEST_GAP = 60_000;
  private static final long LONGEST_GAP = 2_000_000;
  private static final long SHORTEST = 5_000;
  private static final long LONGEST = 3_000_000;

  private static final long SHORTEST_RARE_GAP = 2_000_000;
  private static final long LONGEST_RARE_GAP = 20_000_000;

  /** Longer than it takes a balancer to give a node up. */
  private static final long LONGEST_AWAY = 30_000_000;

  /** Those after which a node is as it was. */
  private static final Set<NodeFaultKind> HARMLESS =
      EnumSet.complementOf(
          EnumSet.of(NodeFaultKind.ROT, NodeFaultKind.REPLACE_DISK, NodeFaultKind.LOSE_LOG));

  /** Those that may last for long. */
  private static final Set<NodeFaultKind> ABSENCES =
      EnumSet.of(NodeFaultKind.KILL, NodeFaultKind.POWER_LOSS, NodeFaultKind.ISOLATE);

  /** Those after which all that was written is there. */
  private static final Set<NodeFaultKind> WITH_POWER =
      EnumSet.complementOf(
          EnumSet.of(
              NodeFaultKind.POWER_LOSS,
              NodeFaultKind.POWER_LOSS_OF_ALL,
              NodeFaultKind.POWER_LOSS_AT_SUCCESS,
              NodeFaultKind.ROT,
              NodeFaultKind.REPLACE_DISK,
              NodeFaultKind.LOSE_LOG));

  private NodeSchedule() {}

  /**
   * The faults of a seed.
   *
   * @param micros how long they go on
   */
  public static List<NodeFault> draw(long seed, int nodes, int groups, long micros) {
    SeededRandom random = new SeededRandom(seed, "node.faults");
    List<NodeFaultKind> kinds = kinds(random, EnumSet.allOf(NodeFaultKind.class));
    long gap = random.spread(SHORTEST_GAP, LONGEST_GAP);
    return draw(random, kinds, nodes, groups, micros, gap);
  }

  /** The same, without those by which a machine loses its power, or a disk what is on it. */
  public static List<NodeFault> withPower(long seed, int nodes, int groups, long micros) {
    SeededRandom random = new SeededRandom(seed, "node.power");
    List<NodeFaultKind> kinds = kinds(random, WITH_POWER);
    return draw(random, kinds, nodes, groups, micros, random.spread(SHORTEST_GAP, LONGEST_GAP));
  }

  /**
   * Few faults that do no harm to disks, so that there is time to balance; nodes may be away long.
   */
  public static List<NodeFault> rare(long seed, int nodes, int groups, long micros) {
    SeededRandom random = new SeededRandom(seed, "node.rare");
    List<NodeFaultKind> kinds = kinds(random, HARMLESS);
    long gap = random.spread(SHORTEST_RARE_GAP, LONGEST_RARE_GAP);
    return draw(random, kinds, nodes, groups, micros, gap).stream()
        .map(fault -> ABSENCES.contains(fault.kind()) ? longer(fault, random) : fault)
        .toList();
  }

  private static NodeFault longer(NodeFault fault, SeededRandom random) {
    return new NodeFault(
        fault.number(),
        fault.micros(),
        fault.kind(),
        fault.node(),
        fault.other(),
        fault.group(),
        random.spread(fault.length(), LONGEST_AWAY));
  }

  private static List<NodeFaultKind> kinds(SeededRandom random, Set<NodeFaultKind> all) {
    return all.stream().filter(kind -> random.chance(0.4)).toList();
  }

  private static List<NodeFault> draw(
      SeededRandom random,
      List<NodeFaultKind> kinds,
      int nodes,
      int groups,
      long micros,
      long gap) {
    List<NodeFault> faults = new ArrayList<>();
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
