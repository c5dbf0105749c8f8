package io.zabdb.log;

/**
 * A log that was opened, and what it held then; the caller owns both, so that the entries are not
 * kept longer than needed.
 */
public record OpenedLog(ReplicaLog log, RecoveredLog recovered) {}
