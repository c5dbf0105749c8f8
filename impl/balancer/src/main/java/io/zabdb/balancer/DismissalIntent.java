package io.zabdb.balancer;

/** A node that has learnt a group long since, and is not made a member: it should drop that. */
public record DismissalIntent(int group, int node) {}
