package io.zabdb.bench.compaction;

import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import java.time.Duration;
import java.util.List;

/**
 * What is measured.
 *
 * @param keys loaded before each run
 * @param policies measured side by side
 * @param rounds how often
 * @param warmUp before each run: so long each node leads under the load, and nothing limits it
 * @param settle of each run, under the load and the quotas, not measured
 * @param measure of each run, at least
 * @param least what each run must have seen before it ends
 * @param bucket of the timeline
 */
record CompactionSettings(
    KeySpace keys,
    List<Mix> mixes,
    List<Policy> policies,
    int rounds,
    int clients,
    Duration warmUp,
    Duration settle,
    Duration measure,
    Least least,
    Duration bucket,
    long seed) {

  /**
   * What a run waits for past its time; both 0: for nothing.
   *
   * @param compactions of all nodes together, of {@link RunAnalysis#MIN_BYTES} or more
   * @param transfers of leadership
   */
  record Least(int compactions, int transfers) {
    static final Least NONE = new Least(0, 0);
  }

  CompactionSettings {
    mixes = List.copyOf(mixes);
    policies = List.copyOf(policies);
  }
}
