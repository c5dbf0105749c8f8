package io.zabdb.bench.growth;

import io.zabdb.bench.load.KeySpace;
import java.time.Duration;

/**
 * What is measured on real nodes.
 *
 * @param nodes the store grows to so many
 * @param mostBytes a partition is split beyond
 * @param perSecond operations that begin in a second while the store grows
 * @param clients that ask as fast as they are answered, when that is measured
 * @param measure how long that takes
 * @param quiet so long nothing must have changed its place, for the store to be settled
 * @param unknown so long after its start a node is given nothing, see {@code
 *     MoveRules.unknownMillis}
 * @param rest so long a partition stays where it came to, see {@code MoveRules.restMillis}
 */
public record RealSettings(
    int nodes,
    KeySpace keys,
    long mostBytes,
    double perSecond,
    int clients,
    Duration measure,
    Duration quiet,
    Duration unknown,
    Duration rest,
    long seed) {

  /** With so many the store begins: groups have three replicas. */
  public static final int FOUNDERS = 3;

  /** The same for other rows. */
  public RealSettings with(KeySpace others) {
    return new RealSettings(
        nodes, others, mostBytes, perSecond, clients, measure, quiet, unknown, rest, seed);
  }
}
