package io.zabdb.log;

/**
 * What {@link ReplicaLog#verify} has read and found good.
 *
 * @param entries how many
 * @param bytes of the files
 */
public record LogVerification(long entries, long bytes) {}
