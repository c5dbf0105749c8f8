package io.zabdb.faults.network;

import io.zabdb.bench.server.Ports;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All nodes listen on the loopback interface, and reach each other through relays of this process;
 * clients may need relays, too, so that their connections can break. Works everywhere.
 */
public final class RelayNetwork implements ClusterNetwork {

  private static final String HOST = "127.0.0.1";

  /** Takes the place of a node's number. */
  private static final int CLIENTS = -1;

  private final List<Address> clients = new ArrayList<>();
  private final List<Address> peers = new ArrayList<>();
  private final List<Address> https = new ArrayList<>();
  private final List<Map<Integer, Address>> seen = new ArrayList<>();
  private final List<Relay> relays = new ArrayList<>();
  private final List<Relay> clientRelays = new ArrayList<>();
  private final Gate gate = new Gate();
  private final Address configManager;

  public RelayNetwork(int nodes) throws IOException {
    for (int node = 0; node < nodes; node++) {
      clients.add(free());
      peers.add(free());
      https.add(free());
    }
    configManager = free();
    for (int from = 0; from < nodes; from++) {
      Map<Integer, Address> others = new TreeMap<>();
      for (int to = 0; to < nodes; to++) {
        others.put(to, from == to ? peers.get(to) : relay(from, to));
      }
      seen.add(others);
    }
  }

  /** One in which clients, too, come by relays. */
  public static RelayNetwork withRelayedClients(int nodes) throws IOException {
    return withRelayedClients(nodes, Taps.NONE);
  }

  /**
   * One in which clients, too, come by relays; so do requests of nodes to each other.
   *
   * @param taps hear them, and the answers
   */
  public static RelayNetwork withRelayedClients(int nodes, Taps taps) throws IOException {
    RelayNetwork network = new RelayNetwork(nodes);
    for (int node = 0; node < nodes; node++) {
      Address listens = network.clients.get(node);
      network.clientRelays.add(new Relay(CLIENTS, node, listens, network.gate, taps));
    }
    return network;
  }

  private static Address free() throws IOException {
    return new Address(HOST, Ports.next());
  }

  private Address relay(int from, int to) throws IOException {
    Relay relay = new Relay(from, to, peers.get(to), gate, Taps.NONE);
    relays.add(relay);
    return relay.address();
  }

  @Override
  public String name() {
    return "relays";
  }

  @Override
  public String host(int node) {
    return HOST;
  }

  @Override
  public Address client(int node) {
    return clients.get(node);
  }

  @Override
  public Address seenByClients(int node) {
    return clientRelays.isEmpty() ? client(node) : clientRelays.get(node).address();
  }

  @Override
  public Address peer(int node) {
    return peers.get(node);
  }

  @Override
  public Address http(int node) {
    return https.get(node);
  }

  @Override
  public Address configManager() {
    return configManager;
  }

  @Override
  public Map<Integer, Address> peersSeenBy(int node) {
    return seen.get(node);
  }

  @Override
  public List<String> launcher(int node) {
    return List.of();
  }

  @Override
  public void cut(int from, int to) {
    gate.cut(from, to);
  }

  /** From now on no answer reaches a client that comes by a relay; requests reach nodes. */
  public void holdAnswers() {
    for (int node = 0; node < clientRelays.size(); node++) {
      gate.cut(node, CLIENTS);
    }
  }

  /**
   * Ends all connections of clients that come by relays, with what is held back of them; there are
   * no new ones until all is healed.
   */
  public void breakClients() {
    for (int node = 0; node < clientRelays.size(); node++) {
      gate.cut(CLIENTS, node);
    }
    clientRelays.forEach(Relay::breakAll);
  }

  @Override
  public void heal() {
    gate.heal();
  }

  @Override
  public long heldBack() {
    return gate.heldBack();
  }

  @Override
  public void close() throws IOException {
    gate.close();
    for (Relay relay : relays) {
      relay.close();
    }
    for (Relay relay : clientRelays) {
      relay.close();
    }
  }
}
