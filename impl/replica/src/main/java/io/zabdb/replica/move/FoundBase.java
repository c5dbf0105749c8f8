package io.zabdb.replica.move;

/**
 * Who has made files for a move.
 *
 * @param node the number of the node that has them
 */
public record FoundBase(int node, MadeBase base) {}
