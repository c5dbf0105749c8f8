package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
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

  /** The node of a member of a group; empty if it is not known. */
  static OptionalInt nodeOf(ClusterState state, int group, int member) {
    return state.groups().stream()
        .filter(info -> info.id() == group && member >= 0 && member < info.nodes().size())
        .mapToInt(info -> info.nodes().get(member))
        .findFirst();
  }
}
