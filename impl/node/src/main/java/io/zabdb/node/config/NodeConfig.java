package io.zabdb.node.config;

import io.zabdb.net.tls.RoleRule;
import io.zabdb.net.tls.Tls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
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
    OperationConfig operation) {

  /**
   * Reads the certificates, for connections between nodes or with clients; each call gives threads
   * of their own to handshakes, so that clients cannot hold those of nodes up.
   *
   * @return empty: connections are not encrypted
   * @throws IOException if they cannot be used, or do not name this node
   */
  public Optional<Tls> loadTls() throws IOException {
    if (network.tls().isEmpty()) {
      return Optional.empty();
    }
    RoleRule roles = network.tlsRoles() ? RoleRule.of(cluster.toString()) : RoleRule.ANYTHING;
    return Optional.of(Tls.load(network.tls().get(), roles, node));
  }
}
