package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.rpc.wire.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A replica.
 *
 * @param node that has it
 */
record ReplicaPlace(int node, int group) {

  @Override
  public String toString() {
    return "group " + group + " on node " + node;
  }

  /**
   * The replicas of a cluster.
   *
   * @param node of this one alone; null: of all
   * @param group of this one alone; null: of all
   * @throws CliException if there are none
   */
  static List<ReplicaPlace> of(ClusterState state, Integer node, Integer group)
      throws CliException {
    List<Integer> groups = state.groups().stream().map(GroupInfo::id).toList();
    if (group != null && !groups.contains(group)) {
      throw CliException.usage("there is no group " + group + ", but " + groups);
    }
    List<ReplicaPlace> places = new ArrayList<>();
    for (GroupInfo info : state.groups()) {
      for (int each : info.nodes()) {
        if ((node == null || node == each) && (group == null || group == info.id())) {
          places.add(new ReplicaPlace(each, info.id()));
        }
      }
    }
    if (places.isEmpty()) {
      throw CliException.usage("there is no such replica; './zabdb status' lists all");
    }
    return places;
  }

  /**
   * The node of the peer of an event; empty if there is none, or it is not known. Nodes of before
   * tell its member number only; their groups had the members that founded them.
   */
  static OptionalInt peerOf(ClusterState state, int group, Event event) {
    if (event.getPeerNodePlusOne() > 0) {
      return OptionalInt.of(event.getPeerNodePlusOne() - 1);
    }
    int member = event.getPeerPlusOne() - 1;
    return state.groups().stream()
        .filter(info -> info.id() == group && member >= 0 && member < info.nodes().size())
        .mapToInt(info -> info.nodes().get(member))
        .findFirst();
  }
}
