package io.zabdb.schedule.sight;

/**
 * The way of what one node sends to another.
 *
 * @param from the number of the sender
 * @param to that of the receiver
 */
public record Link(int from, int to) {}
