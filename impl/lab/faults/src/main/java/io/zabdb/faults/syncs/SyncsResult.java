package io.zabdb.faults.syncs;

import io.zabdb.bench.load.Latency;
import java.util.Map;

/**
 * What was measured while each sync took so much longer.
 *
 * @param delayMillis added to each sync of each node
 * @param updates a second that were acknowledged
 * @param latency of these
 * @param syncs of all nodes, each of which was made longer
 * @param epochs how many new ones began: leadership moved at most so often
 * @param errors how often clients were told of one, by name
 */
record SyncsResult(
    long delayMillis,
    double updates,
    Latency latency,
    long syncs,
    long epochs,
    Map<String, Long> errors) {

  SyncsResult {
    errors = Map.copyOf(errors);
  }

  long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
