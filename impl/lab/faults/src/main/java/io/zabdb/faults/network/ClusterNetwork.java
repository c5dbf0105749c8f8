package io.zabdb.faults.network;

import io.zabdb.node.config.Address;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Connects the nodes of a cluster, until some of them are cut off from others. Clients, that is the
 * tests, reach every node all the time, unless a network says otherwise. Thread-safe.
 */
public interface ClusterNetwork extends AutoCloseable {

  /** What it is, for the names of tests. */
  String name();

  /** Where a node listens. */
  String host(int node);

  /** Where a node listens for clients. */
  Address client(int node);

  /** Where clients reach a node. */
  default Address seenByClients(int node) {
    return client(node);
  }

  /** Where a node listens for the others. */
  Address peer(int node);

  /** The port of a node for metrics and health. */
  Address http(int node);

  /** Where the configuration manager listens. */
  Address configManager();

  /** Where a node finds each of the others, and itself. */
  Map<Integer, Address> peersSeenBy(int node);

  /** What is put in front of the command line of a node. */
  List<String> launcher(int node);

  /** From now on nothing of what one node sends reaches the other. */
  void cut(int from, int to) throws IOException;

  /** Whatever was cut is connected again. */
  void heal() throws IOException;

  /** How often something was sent that a cut has held back: packets, or parts of streams. */
  long heldBack() throws IOException;

  /** Removes all traces of itself from the machine. */
  @Override
  void close() throws IOException;

  /** Cuts both directions between two nodes. */
  default void separate(int one, int other) throws IOException {
    cut(one, other);
    cut(other, one);
  }
}
