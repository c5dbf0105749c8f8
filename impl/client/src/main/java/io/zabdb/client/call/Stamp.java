package io.zabdb.client.call;

import java.util.OptionalLong;

/**
 * Which update it is, the same for all attempts that may be logged.
 *
 * @param session chosen at random
 * @param seq the number of the update in the session, from 1
 * @param opened when the session was opened, in milliseconds of the replicated time; empty: nobody
 *     has told yet
 */
public record Stamp(long session, long seq, OptionalLong opened) {}
