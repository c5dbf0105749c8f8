package io.zabdb.bench.failover;

import java.time.Duration;
import java.util.List;

/**
 * What is measured.
 *
 * @param rounds of each fault
 * @param valueBytes of each value, at least 8
 * @param before successes of each client before a fault, at least 1
 * @param after successes of each client under the new leader, at least 1
 * @param limit how long a round may wait for them
 * @param transferLimit the same if leadership is to be handed over: leaders may give that up
 * @param seed of the moments in which faults are made
 */
record FailoverSettings(
    List<Fault> faults,
    int rounds,
    int valueBytes,
    int before,
    int after,
    Duration limit,
    Duration transferLimit,
    long seed) {

  FailoverSettings {
    faults = List.copyOf(faults);
  }
}
