package io.zabdb.bench.idle;

import java.time.Duration;
import java.util.List;

/**
 * What is measured.
 *
 * @param groups of each cluster that is started, one cluster after the other; not empty
 * @param warmUp how long a cluster runs before it is measured
 * @param time how long it is measured
 */
record IdleSettings(List<Integer> groups, Duration warmUp, Duration time) {}
