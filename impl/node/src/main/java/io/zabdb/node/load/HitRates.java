package io.zabdb.node.load;

/**
 * What a partition has to do: moving averages of requests served a second.
 *
 * @param updates updates that were answered, batches counted once
 * @param reads reads and pages of scans that were answered
 */
public record HitRates(double updates, double reads) {}
