package io.zabdb.replica.move;

/**
 * Files of a partition that moves, made for its other group.
 *
 * @param offer what the files are
 * @param position how many updates of the attempt they hold, from 1
 */
public record MadeBase(BaseOffer offer, long position) {}
