package io.zabdb.cli.admin;

import io.zabdb.balancer.HeardOf;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;

/** Waits until all nodes have heard of a birth or an end. */
final class KnownGroups {

  private KnownGroups() {}

  /** Until every node that answers knows of the group: whatever is asked of it is understood. */
  static void awaitBirth(ZabClient client, Iterable<Integer> nodes, int group, Patience patience)
      throws InterruptedException, CliException {
    for (int node : nodes) {
      while (!HeardOf.knows(StoreAccess.of(client), node, group, true)) {
        patience.pause("node " + node + " hears of group " + group);
      }
    }
  }

  /** Until no node that answers knows of the group: its replicas are gone there. */
  static void awaitEnd(ZabClient client, Iterable<Integer> nodes, int group, Patience patience)
      throws InterruptedException, CliException {
    for (int node : nodes) {
      while (HeardOf.knows(StoreAccess.of(client), node, group, false)) {
        patience.pause("node " + node + " has yet to hear that group " + group + " has ended");
      }
    }
  }
}
