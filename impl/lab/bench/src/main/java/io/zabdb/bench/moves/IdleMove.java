package io.zabdb.bench.moves;

import java.util.Map;

/**
 * A move without clients.
 *
 * @param cpuSeconds of processor time of each node
 * @param writtenBytes that each node caused to be written to disks
 */
record IdleMove(
    Moved moved, double seconds, Map<Integer, Double> cpuSeconds, Map<Integer, Long> writtenBytes) {

  /** Of the node that took most, for each GiB of the partition. */
  double cpuSecondsPerGib() {
    return cpuSeconds.values().stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN)
        / gib();
  }

  /** Of the node that wrote most, for each byte of the partition. */
  double writtenPerByte() {
    return writtenBytes.values().stream().mapToLong(Long::longValue).max().orElse(0)
        / (double) moved.bytes();
  }

  private double gib() {
    return moved.bytes() / (double) (1L << 30);
  }
}
