package io.zabdb.balancer;

/**
 * A leadership that should go to another member.
 *
 * @param from the node that leads
 * @param to the node that should
 * @param member its number in the group
 */
public record LeaderIntent(int group, int from, int to, int member) {}
