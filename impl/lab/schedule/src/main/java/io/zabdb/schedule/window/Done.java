package io.zabdb.schedule.window;

import io.zabdb.schedule.deed.Deed;

/**
 * A deed, and when it was done.
 *
 * @param micros the time of the sight that asked for it, in microseconds
 */
public record Done(long micros, Deed deed) {}
