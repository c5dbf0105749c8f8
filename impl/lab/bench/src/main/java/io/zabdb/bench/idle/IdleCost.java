package io.zabdb.bench.idle;

import io.zabdb.bench.machine.ProcessUsage;
import java.util.Arrays;
import java.util.List;

/**
 * What a node of an idle cluster takes, on average over its nodes.
 *
 * @param groups of the cluster, each with a replica at every node
 * @param processor percent of one core, the kernel's part included
 * @param highestProcessor the same of the node that took most
 * @param residentBytes memory that a node holds at the end
 */
record IdleCost(int groups, double processor, double highestProcessor, double residentBytes) {

  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1_000;

  /**
   * The cost between two looks.
   *
   * @param nanos the time between them
   */
  static IdleCost between(
      int groups, List<ProcessUsage> before, List<ProcessUsage> after, long nanos) {
    double[] processor = new double[before.size()];
    for (int node = 0; node < processor.length; node++) {
      long micros = after.get(node).cpuMicros() - before.get(node).cpuMicros();
      processor[node] = PERCENT * NANOS_PER_MICRO * micros / nanos;
    }
    return new IdleCost(
        groups,
        Arrays.stream(processor).average().orElseThrow(),
        Arrays.stream(processor).max().orElseThrow(),
        after.stream().mapToLong(ProcessUsage::residentBytes).average().orElseThrow());
  }
}
