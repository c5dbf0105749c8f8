/**
 * Clusters of real processes, for tests that kill, stop, cut off and starve them: {@code process}
 * runs one, {@code network} connects and separates them, {@code cluster} makes nodes of them,
 * {@code workload} uses them, {@code check} judges what came of it. Not part of the distribution.
 */
package io.zabdb.faults;
