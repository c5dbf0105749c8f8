package io.zabdb.budget;

/**
 * An account at one instant, in bytes.
 *
 * @param highest the most that was ever used at once
 * @param waiting how many wait for room
 * @param refused how often {@link MemoryAccount#tryTake} found no room since the start
 */
public record MemoryUse(
    Purpose purpose, long used, long highest, long floor, long limit, int waiting, long refused) {}
