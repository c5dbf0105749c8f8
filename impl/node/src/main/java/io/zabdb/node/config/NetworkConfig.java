package io.zabdb.node.config;

import io.zabdb.net.tls.TlsSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where a node listens, and where it finds others.
 *
 * @param client where it listens for clients; port 0: any free one
 * @param peer where it listens for other nodes
 * @param http where it serves metrics and health; port 0: any free one
 * @param peers where each node is reached by other nodes, by node id, as far as the configuration
 *     says; this one included
 * @param clients where each node is reached by clients, by node id; those that are not named here
 *     say so themselves
 * @param zookeeper of the configuration manager: HOST:PORT, several with commas; absent: none, the
 *     ring is that of the configuration
 * @param tls certificates, if connections are encrypted
 * @param tlsRoles whether certificates must name the roles of their owners
 * @param insecure whether to listen elsewhere than on loopback without them
 * @param maxConnections of clients at a time
 * @param idleTimeout after which a connection of a client that says nothing is closed
 * @param slowClientTimeout after which one is closed that does not go on with what is under way
 */
public record NetworkConfig(
    Address client,
    Address peer,
    Address http,
    SortedMap<Integer, Address> peers,
    SortedMap<Integer, Address> clients,
    Optional<String> zookeeper,
    Optional<TlsSettings> tls,
    boolean tlsRoles,
    boolean insecure,
    int maxConnections,
    Duration idleTimeout,
    Duration slowClientTimeout) {

  public NetworkConfig {
    peers = Collections.unmodifiableSortedMap(new TreeMap<>(peers));
    clients = Collections.unmodifiableSortedMap(new TreeMap<>(clients));
  }
}
