package io.zabdb.balance.load;

/**
 * A move of a partition from its owner to another group.
 *
 * @param sender the member of the owner that its files are fetched from
 */
public record PlannedMove(int partition, int from, int to, int sender) {}
