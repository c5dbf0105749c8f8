package io.zabdb.node.config;

import java.nio.file.Path;
import java.util.UUID;

/**
 * The configuration of a node, checked. Immutable. See {@link NodeConfigReader}.
 *
 * @param cluster its identity
 * @param node the id of this one, from 0
 * @param dataDirectory where all its data is
 */
public record NodeConfig(
    UUID cluster,
    int node,
    Path dataDirectory,
    NetworkConfig network,
    ShardingConfig sharding,
    ReplicationConfig replication,
    StorageConfig storage,
    OperationConfig operation) {}
