package io.zabdb.node.api;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.coordination.manager.ConfigurationManager;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.metrics.NodeMetrics;
import io.zabdb.replica.health.NodeHealth;
import java.util.Optional;

/**
 * What replicas get from their process.
 *
 * @param starts numbers of the starts of replicas
 * @param metrics to be filled
 * @param budget on which everything that can grow draws
 * @param disk the room for data
 * @param health what the node and its replicas suffer from
 * @param coordination the configuration manager, if there is one; the process registers cluster and
 *     node, and closes it; who leads is the replicas' to report
 * @param failures hears of what the node cannot go on with
 */
public record NodeContext(
    NodeConfig config,
    Starts starts,
    NodeMetrics metrics,
    MemoryBudget budget,
    DiskRoom disk,
    NodeHealth health,
    Optional<ConfigurationManager> coordination,
    Failures failures) {}
