package io.zabdb.simulator;

import io.zabdb.replica.ReplicaDisk;
import io.zabdb.simulator.fault.NodeFault;
import io.zabdb.simulator.fault.NodeSchedule;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a run of nodes is about. Equal options give equal runs, event for event.
 *
 * @param seed of all that is random
 * @param nodes in the cluster, at least 3
 * @param groups each node has a replica of each
 * @param safetyMicros how long faults go on, in virtual microseconds
 * @param faults the schedule
 * @param log takes the events
 * @param disks what replicas are given in place of their disks: the same, but for tests that break
 *     something
 */
public record NodeOptions(
    long seed,
    int nodes,
    int groups,
    long safetyMicros,
    List<NodeFault> faults,
    EventLog log,
    UnaryOperator<ReplicaDisk> disks) {

  private static final long SHORTEST_MICROS = 2_000_000;
  private static final long LONGEST_MICROS = 12_000_000;

  /** The run of a seed. */
  public static NodeOptions of(long seed) {
    SeededRandom random = new SeededRandom(seed, "node.run");
    int nodes = random.chance(0.85) ? 3 : 5;
    int groups = (int) random.between(1, 3);
    long safety = random.spread(SHORTEST_MICROS, LONGEST_MICROS);
    return new NodeOptions(
        seed,
        nodes,
        groups,
        safety,
        NodeSchedule.draw(seed, nodes, groups, safety),
        EventLog.NONE,
        UnaryOperator.identity());
  }

  /** The same run with other faults. */
  public NodeOptions withFaults(List<NodeFault> other) {
    return new NodeOptions(seed, nodes, groups, safetyMicros, other, log, disks);
  }

  /** The same run with its events written down. */
  public NodeOptions withLog(EventLog other) {
    return new NodeOptions(seed, nodes, groups, safetyMicros, faults, other, disks);
  }

  /** The same run with other disks. */
  public NodeOptions withDisks(UnaryOperator<ReplicaDisk> other) {
    return new NodeOptions(seed, nodes, groups, safetyMicros, faults, log, other);
  }
}
