package io.zabdb.cli.admin;

import io.zabdb.cli.error.CliException;
import io.zabdb.coordination.state.ClusterState;
import io.zabdb.coordination.state.GroupInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * A replica.
 *
 * @param node that has it
 */
record Place(int node, int group) {

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
  static List<Place> of(ClusterState state, Integer node, Integer group) throws CliException {
    List<Place> places = new ArrayList<>();
    for (GroupInfo info : state.groups()) {
      for (int each : info.nodes()) {
        if ((node == null || node == each) && (group == null || group == info.id())) {
          places.add(new Place(each, info.id()));
        }
      }
    }
    if (places.isEmpty()) {
      throw CliException.usage("there is no such replica; './zabdb status' lists all");
    }
    return places;
  }
}
