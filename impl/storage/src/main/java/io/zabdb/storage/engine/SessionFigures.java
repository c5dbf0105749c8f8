package io.zabdb.storage.engine;

/**
 * How many sessions a store remembers.
 *
 * @param records the last updates of sessions, one for each session and partition
 * @param floor sessions that were opened before this applied time may have been forgotten, in some
 *     partition; in milliseconds since 1970; 0: none was ever forgotten
 */
public record SessionFigures(long records, long floor) {}
