package io.zabdb.replica.move;

/**
 * Who offers a store.
 *
 * @param node the number of the node that has the files
 */
public record FoundStore(int node, StoreOffer offer) {}
