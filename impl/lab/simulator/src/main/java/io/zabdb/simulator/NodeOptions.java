package io.zabdb.simulator;

import io.zabdb.replica.ReplicaDisk;
import io.zabdb.replica.settings.Durability;
import io.zabdb.schedule.ScheduleSettings;
import io.zabdb.simulator.fault.NodeFault;
import io.zabdb.simulator.fault.NodeSchedule;
import io.zabdb.simulator.fault.ScheduledFaults;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What a run of nodes is about. Equal options give equal runs, event for event.
 *
 * @param seed of all that is random
 * @param nodes in the cluster, at least 3
 * @param founders so many of them, the first ones, have a replica of each group at the beginning
 * @param groups at the beginning
 * @param safetyMicros how long faults go on, in virtual microseconds
 * @param faults drawn in advance
 * @param schedule what is done in windows, by what can be seen of the nodes; empty: nothing
 * @param changes what operators change all the time
 * @param log takes the events
 * @param disks what replicas are given in place of their disks: the same, but for tests that break
 *     something
 * @param durability of updates
 */
public record NodeOptions(
    long seed,
    int nodes,
    int founders,
    int groups,
    long safetyMicros,
    List<NodeFault> faults,
    Optional<ScheduleSettings> schedule,
    Set<Change> changes,
    EventLog log,
    UnaryOperator<ReplicaDisk> disks,
    Durability durability) {

  private static final long SHORTEST_MICROS = 2_000_000;
  private static final long LONGEST_MICROS = 12_000_000;

  // Of windows: longer than a client waits for an answer.
  private static final long CALM_MICROS = 2_000_000;
  private static final long FAULT_MICROS = 5_000_000;
  private static final long OUTAGE_MICROS = 3_000_000;
  private static final long RECOVERY_MICROS = 60_000_000;

  private static final int ELASTIC_FOUNDERS = 3;

  private static final long BALANCE_MICROS = 40_000_000;

  public NodeOptions {
    changes = Set.copyOf(changes);
  }

  /** The run of a seed. */
  public static NodeOptions of(long seed) {
    SeededRandom random = new SeededRandom(seed, "node.run");
    int nodes = random.chance(0.85) ? 3 : 5;
    int groups = (int) random.between(1, 3);
    long safety = random.spread(SHORTEST_MICROS, LONGEST_MICROS);
    return drawn(seed, nodes, nodes, groups, safety, Set.of());
  }

  private static NodeOptions drawn(
      long seed, int nodes, int founders, int groups, long safety, Set<Change> changes) {
    return new NodeOptions(
        seed,
        nodes,
        founders,
        groups,
        safety,
        NodeSchedule.draw(seed, nodes, groups, safety),
        Optional.empty(),
        changes,
        EventLog.NONE,
        UnaryOperator.identity(),
        Durability.SYNC);
  }

  /** The run of a seed with faults in windows, on a cluster of one group. */
  public static NodeOptions windows(long seed) {
    int nodes = new SeededRandom(seed, "node.windows").chance(0.7) ? 3 : 5;
    ScheduleSettings settings =
        ScheduleSettings.of(seed, ScheduledFaults.FAULTS)
            .withLengths(CALM_MICROS, FAULT_MICROS, OUTAGE_MICROS)
            .withRecovery(RECOVERY_MICROS);
    return new NodeOptions(
        seed,
        nodes,
        nodes,
        1,
        SHORTEST_MICROS,
        List.of(),
        Optional.of(settings),
        Set.of(),
        EventLog.NONE,
        UnaryOperator.identity(),
        Durability.SYNC);
  }

  /** The run of a seed in which partitions are split and merged all the time. */
  public static NodeOptions splits(long seed) {
    NodeOptions plain = of(seed);
    return drawn(
        seed, plain.nodes, plain.nodes, plain.groups, plain.safetyMicros, Set.of(Change.SPLITS));
  }

  /** The run of a seed in which partitions move all the time, and in half of them split, too. */
  public static NodeOptions moves(long seed) {
    SeededRandom random = new SeededRandom(seed, "node.moves");
    int nodes = random.chance(0.7) ? 3 : (int) random.between(4, 5);
    int groups = (int) random.between(2, 3);
    long safety = random.spread(SHORTEST_MICROS, LONGEST_MICROS);
    Set<Change> changes =
        random.chance(0.5) ? Set.of(Change.SPLITS, Change.MOVES) : Set.of(Change.MOVES);
    return drawn(seed, nodes, nodes, groups, safety, changes);
  }

  /**
   * The run of a seed in which partitions move all the time, and groups that have nothing end, but
   * for what the last of them has.
   */
  public static NodeOptions ends(long seed) {
    NodeOptions moves = moves(seed);
    Set<Change> changes = moves.and(Change.ENDS);
    return drawn(seed, moves.nodes, moves.nodes, 3, LONGEST_MICROS, changes);
  }

  /** The same of two groups, while others are born, get partitions, and end. */
  public static NodeOptions births(long seed) {
    NodeOptions moves = moves(seed);
    Set<Change> changes = moves.and(Change.ENDS, Change.BIRTHS);
    return drawn(seed, moves.nodes, moves.nodes, 2, LONGEST_MICROS, changes);
  }

  /**
   * The same, with one or two nodes that found none of the groups of the beginning, while nodes
   * become members of groups and leave them.
   */
  public static NodeOptions elastic(long seed) {
    int nodes = ELASTIC_FOUNDERS + (int) new SeededRandom(seed, "node.elastic").between(1, 2);
    Set<Change> changes = moves(seed).and(Change.ENDS, Change.BIRTHS, Change.MEMBERS);
    return drawn(seed, nodes, ELASTIC_FOUNDERS, 2, LONGEST_MICROS, changes);
  }

  /**
   * The run of a seed of {@link #elastic} in which updates are acknowledged before they are on
   * disk. No machine loses its power and keeps its disk: it might come back without what it has
   * acknowledged.
   */
  public static NodeOptions periodic(long seed) {
    NodeOptions elastic = elastic(seed);
    List<NodeFault> faults =
        NodeSchedule.withPower(seed, elastic.nodes, elastic.groups, elastic.safetyMicros);
    return elastic.with(faults, elastic.log, elastic.disks, Durability.PERIODIC);
  }

  /**
   * The run of a seed in which balancers do what they see fit, on a cluster of two groups and one
   * to three nodes that wait for groups; faults are rare, and some are long.
   */
  public static NodeOptions balance(long seed) {
    int nodes = ELASTIC_FOUNDERS + (int) new SeededRandom(seed, "node.balance").between(1, 3);
    return drawn(seed, nodes, ELASTIC_FOUNDERS, 2, BALANCE_MICROS, Set.of(Change.BALANCE))
        .withFaults(NodeSchedule.rare(seed, nodes, 2, BALANCE_MICROS));
  }

  private Set<Change> and(Change... more) {
    Set<Change> all = EnumSet.copyOf(changes);
    all.addAll(List.of(more));
    return all;
  }

  /** Whether operators change this. */
  public boolean has(Change change) {
    return changes.contains(change);
  }

  /** Whether this changes, whoever changes it. */
  public boolean sees(Change change) {
    return has(change) || has(Change.BALANCE);
  }

  /** The same run with other faults. */
  public NodeOptions withFaults(List<NodeFault> other) {
    return with(other, log, disks, durability);
  }

  /** The same run with its events written down. */
  public NodeOptions withLog(EventLog other) {
    return with(faults, other, disks, durability);
  }

  /** The same run with other disks. */
  public NodeOptions withDisks(UnaryOperator<ReplicaDisk> other) {
    return with(faults, log, other, durability);
  }

  private NodeOptions with(
      List<NodeFault> otherFaults,
      EventLog otherLog,
      UnaryOperator<ReplicaDisk> otherDisks,
      Durability otherDurability) {
    return new NodeOptions(
        seed,
        nodes,
        founders,
        groups,
        safetyMicros,
        otherFaults,
        schedule,
        changes,
        otherLog,
        otherDisks,
        otherDurability);
  }
}
