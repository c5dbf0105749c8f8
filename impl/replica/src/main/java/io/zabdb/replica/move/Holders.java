package io.zabdb.replica.move;

/**
 * Who has the files of an offer.
 *
 * @param members those that have them all, verified and on disk, as bits
 * @param lacking why another one has not, in words that name its node; empty: all have them
 */
public record Holders(long members, String lacking) {}
