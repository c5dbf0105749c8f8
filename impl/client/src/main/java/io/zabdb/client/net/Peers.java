package io.zabdb.client.net;

import io.zabdb.client.time.Timers;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The nodes that the client has heard of, by address: those that it looked for last. Nodes change
 * their addresses, for ever. Thread-safe.
 */
public final class Peers implements AutoCloseable {

  /** More than any cluster has; who is looked for beyond that takes the place of another. */
  static final int MOST = 10_000;

  private final Connector connector;
  private final Timers timers;

  /** The one that was looked for last is the last one. Guarded by this. */
  private final Map<String, Peer> peers = new LinkedHashMap<>(16, 0.75f, true);

  public Peers(Connector connector, Timers timers) {
    this.connector = connector;
    this.timers = timers;
  }

  /** The node at an address, HOST:PORT. */
  public synchronized Peer at(String address) {
    Peer peer = peers.computeIfAbsent(address, unknown -> new Peer(unknown, connector, timers));
    if (peers.size() > MOST) {
      // Whoever has it goes on with it.
      peers.remove(peers.keySet().iterator().next());
    }
    return peer;
  }

  /** How many are known. */
  synchronized int known() {
    return peers.size();
  }

  /** Closes all connections. */
  @Override
  public void close() {
    connector.close();
  }
}
