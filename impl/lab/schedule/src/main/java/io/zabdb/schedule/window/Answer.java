package io.zabdb.schedule.window;

/**
 * A success of a client. Times are in microseconds, by the clock of the sights.
 *
 * @param writes whether it changed something, not only read
 * @param asked when the client asked
 * @param answered when it knew of its success
 */
public record Answer(boolean writes, long asked, long answered) {}
