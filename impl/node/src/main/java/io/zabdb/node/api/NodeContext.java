package io.zabdb.node.api;

import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.metrics.NodeMetrics;

/**
 * What replicas get from their process.
 *
 * @param incarnation of the node: grows with each start
 * @param metrics to be filled
 * @param disk the room for data
 * @param failures hears of what the node cannot go on with
 */
public record NodeContext(
    NodeConfig config, long incarnation, NodeMetrics metrics, DiskRoom disk, Failures failures) {}
