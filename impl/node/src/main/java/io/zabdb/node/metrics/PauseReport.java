package io.zabdb.node.metrics;

/**
 * What held up a node for a while.
 *
 * @param longest in nanoseconds
 * @param text how often and how long each cause did, for people
 */
public record PauseReport(long longest, String text) {}
