package io.zabdb.faults.network;

import io.zabdb.bench.server.Ports;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All nodes listen on the loopback interface, and reach each other through relays of this process.
 * Works everywhere.
 */
public final class RelayNetwork implements ClusterNetwork {

  private static final String HOST = "127.0.0.1";

  private final List<Address> clients = new ArrayList<>();
  private final List<Address> peers = new ArrayList<>();
  private final List<Address> https = new ArrayList<>();
  private final List<Map<Integer, Address>> seen = new ArrayList<>();
  private final List<Relay> relays = new ArrayList<>();
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

  private static Address free() throws IOException {
    return new Address(HOST, Ports.next());
  }

  private Address relay(int from, int to) throws IOException {
    Relay relay = new Relay(from, to, peers.get(to), gate);
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
  }
}
