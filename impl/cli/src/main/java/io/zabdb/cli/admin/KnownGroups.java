package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;

/** Which nodes know of a group: news of births and ends take a moment. */
final class KnownGroups {

  private KnownGroups() {}

  /** Until every node that answers knows of the group: whatever is asked of it is understood. */
  static void awaitBirth(ZabClient client, Iterable<Integer> nodes, int group, Patience patience)
      throws InterruptedException, CliException {
    for (int node : nodes) {
      while (!knows(client, node, group, true)) {
        patience.pause("node " + node + " hears of group " + group);
      }
    }
  }

  /** Until no node that answers knows of the group: its replicas are gone there. */
  static void awaitEnd(ZabClient client, Iterable<Integer> nodes, int group, Patience patience)
      throws InterruptedException, CliException {
    for (int node : nodes) {
      while (knows(client, node, group, false)) {
        patience.pause("node " + node + " leaves group " + group);
      }
    }
  }

  /**
   * Whether a node knows of a group.
   *
   * @param silent what counts if it does not answer: it hears of it once it can
   */
  private static boolean knows(ZabClient client, int node, int group, boolean silent) {
    try {
      return ZabClient.await(client.admin().ring(node)).groups().stream()
          .anyMatch(known -> known.id() == group);
    } catch (ZabException e) {
      return silent;
    }
  }

  /** A node that was just started is not known, or does not answer, for a moment. */
  static boolean mayPass(ErrorCode code) {
    return code == ErrorCode.NOT_FOUND || (code.isPassing() && code != ErrorCode.OVERLOADED);
  }
}
