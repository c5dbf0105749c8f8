package io.zabdb.cli.admin;

import io.zabdb.balancer.Leaders;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a group can spare what one node holds of it: all that is committed is on the disks of a
 * quorum of the others, with all files of partitions, and their votes count ({@code
 * Roster!Counts}). Immutable.
 *
 * @param entries how many entries are known to be committed
 * @param nodes the others that have them all
 * @param missing of the others that do not, why
 * @param needed how many others must have them
 * @param leader the node that leads, or -1
 */
record OthersHaveAll(
    long entries, List<Integer> nodes, List<String> missing, int needed, int leader) {

  static OthersHaveAll of(Survey survey, GroupInfo group, int node) {
    Optional<Leaders.GroupLeader> leader = survey.leader(group.id());
    long committed =
        survey.nodes().values().stream()
            .flatMap(status -> replica(status, group.id()).stream())
            .mapToLong(NodeStatus.Replica::getCommitted)
            .max()
            .orElse(0);
    List<Integer> whole = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (int other : group.nodes()) {
      if (other != node) {
        String problem = problem(survey, group.id(), other, committed, leader);
        if (problem.isEmpty()) {
          whole.add(other);
        } else {
          missing.add("node " + other + " " + problem);
        }
      }
    }
    int needed = group.nodes().size() / 2 + 1;
    return new OthersHaveAll(
        committed, whole, missing, needed, leader.map(Leaders.GroupLeader::node).orElse(-1));
  }

  private static Optional<NodeStatus.Replica> replica(NodeStatus status, int group) {
    return status.getReplicasList().stream()
        .filter(replica -> replica.getGroup() == group)
        .findFirst();
  }

  /** What another one lacks; empty: nothing. Logs are comparable by length within an epoch. */
  private static String problem(
      Survey survey, int group, int other, long committed, Optional<Leaders.GroupLeader> leader) {
    NodeStatus status = survey.nodes().get(other);
    if (status == null) {
      return "is down: " + survey.silent().getOrDefault(other, "it does not answer");
    }
    Optional<NodeStatus.Replica> found = replica(status, group);
    if (found.isEmpty()) {
      return "has no replica yet";
    }
    NodeStatus.Replica replica = found.get();
    if (replica.getLearns()) {
      return "has a new disk itself, whose vote does not count yet";
    }
    if (replica.getLacksFiles()) {
      return "lacks files of partitions";
    }
    boolean inSync =
        leader.isPresent()
            && replica.getPhase().equals("BROADCAST")
            && replica.getEpoch() == leader.get().replica().getEpoch();
    if (!inSync) {
      return "follows no leader of the group";
    }
    if (replica.getSynced() < committed) {
      return "has " + replica.getSynced() + " of " + committed + " entries on disk";
    }
    // What it lacks is known of what it has applied.
    return replica.getApplied() >= committed
        ? ""
        : "has applied " + replica.getApplied() + " of " + committed + " entries";
  }

  /** Whether nothing is lost without the node. */
  boolean isEnough() {
    return nodes.size() >= needed;
  }

  /** Why it is not enough, for people. */
  String reason() {
    return needed > nodes.size() + missing.size()
        ? "without it the group has no quorum: " + needed + " other members would be needed"
        : needed
            + " other members must have all that the group has committed; "
            + String.join(", ", missing);
  }
}
