package io.zabdb.replica;

import java.util.List;

/**
 * What was found in the files of a replica.
 *
 * @param logEntries that were read
 * @param bytes that were read
 * @param damage in sentences; empty: none
 */
public record Verification(long logEntries, long bytes, List<String> damage) {}
