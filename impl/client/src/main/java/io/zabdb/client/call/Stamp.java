package io.zabdb.client.call;

/**
 * Which update it is, the same for all attempts.
 *
 * @param session chosen at random
 * @param seq the number of the update in the session, from 1
 */
public record Stamp(long session, long seq) {}
