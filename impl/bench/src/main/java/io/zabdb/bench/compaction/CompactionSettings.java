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
 * @param warmUp of each run, under the load, not measured
 * @param measure of each run
 * @param bucket of the timeline
 */
record CompactionSettings(
    KeySpace keys,
    List<Mix> mixes,
    List<Policy> policies,
    int rounds,
    int clients,
    Duration warmUp,
    Duration measure,
    Duration bucket,
    long seed) {

  CompactionSettings {
    mixes = List.copyOf(mixes);
    policies = List.copyOf(policies);
  }
}
