package io.zabdb.client.net;

import io.zabdb.client.time.Timers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All nodes that the client has heard of, by address. Thread-safe. */
public final class Peers implements AutoCloseable {

  private final Connector connector;
  private final Timers timers;
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();

  public Peers(Connector connector, Timers timers) {
    this.connector = connector;
    this.timers = timers;
  }

  /** The node at an address, HOST:PORT. */
  public Peer at(String address) {
    return peers.computeIfAbsent(address, unknown -> new Peer(unknown, connector, timers));
  }

  /** Closes all connections. */
  @Override
  public void close() {
    connector.close();
  }
}
