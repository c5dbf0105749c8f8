package io.zabdb.balancer;

import java.util.Optional;

/**
 * A partition should be split, or merged with a neighbour of the same group. Immutable.
 *
 * @param neighbour the second of two that are merged; empty: a split
 */
public record ShardIntent(int group, String partition, Optional<String> neighbour) {}
