package io.zabdb.balancer;

/**
 * A move that should be begun, unless somebody else has tried to move the partition since it was
 * looked at.
 *
 * @param attempt the number of the last attempt to move it, as it was seen
 */
public record MoveIntent(String partition, int from, int to, long attempt) {}
