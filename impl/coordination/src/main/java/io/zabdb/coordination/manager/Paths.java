package io.zabdb.coordination.manager;

import java.util.UUID;

/** The znodes of a cluster. */
record Paths(UUID cluster) {

  /** Holds the clusters. */
  static final String ROOT = "/zabdb";

  String top() {
    return ROOT + "/" + cluster;
  }

  /** Clients watch it, and all below. */
  String state() {
    return top() + "/system_state";
  }

  String ring() {
    return state() + "/ring";
  }

  String families() {
    return state() + "/families";
  }

  String groups() {
    return state() + "/groups";
  }

  String group(int id) {
    return groups() + "/" + id;
  }

  String nodes() {
    return state() + "/nodes";
  }

  String node(int id) {
    return nodes() + "/" + id;
  }

  /** What operators want of the balancer; not for clients, so it stands beside the state. */
  String balance() {
    return top() + "/balance";
  }

  /** Lasts as long as the session of the node that balances the store. */
  String balancer() {
    return top() + "/balancer";
  }
}
