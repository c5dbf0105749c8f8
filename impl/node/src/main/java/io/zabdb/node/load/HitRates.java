package io.zabdb.node.load;

import io.zabdb.model.data.Bytes;

/**
 * What a partition has to do: moving averages of requests served a second.
 *
 * @param updates updates that were answered, batches counted once
 * @param reads reads and pages of scans that were answered
 * @param hottest what one token had of both in the last interval, weighted, 0 to 1; it may be the
 *     hottest only if that is more than a half
 * @param hottestRow a row of that token; empty if none is known
 */
public record HitRates(double updates, double reads, double hottest, Bytes hottestRow) {}
