package io.zabdb.bench.cluster;

/**
 * Who leads the group.
 *
 * @param epoch that it began
 */
public record Leader(int node, long epoch) {}
