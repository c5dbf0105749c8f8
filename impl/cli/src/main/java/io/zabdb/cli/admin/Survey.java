package io.zabdb.cli.admin;

import io.zabdb.balancer.Leaders;
import io.zabdb.balancer.MemberSteps;
import io.zabdb.balancer.NodeStatuses;
import io.zabdb.balancer.StoreAccess;
import io.zabdb.cli.cluster.ClusterFile;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.NodeStatus;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How a cluster was at a moment, or nearly: each node speaks for itself. Immutable.
 *
 * @param state ring and groups; empty if no node answers
 * @param nodes what each node said of itself, by id
 * @param silent why others said nothing, by id
 */
record Survey(
    Optional<ClusterState> state,
    SortedMap<Integer, NodeStatus> nodes,
    SortedMap<Integer, String> silent) {

  /** Asks all nodes at once. */
  static Survey of(ZabClient client, Optional<ClusterFile> file) {
    return of(client, file, Set.of());
  }

  /** The same, and nodes besides that neither the file nor a group may name yet. */
  static Survey of(ZabClient client, Optional<ClusterFile> file, Set<Integer> besides) {
    Optional<ClusterState> state = Optional.empty();
    String failure = "";
    try {
      state = Optional.of(ZabClient.await(client.admin().ring()));
    } catch (ZabException e) {
      failure = e.problem();
    }
    TreeSet<Integer> ids = new TreeSet<>(besides);
    file.ifPresent(known -> known.nodes().forEach(node -> ids.add(node.id())));
    state.ifPresent(known -> known.groups().forEach(group -> ids.addAll(group.nodes())));
    SortedMap<Integer, String> silent = new TreeMap<>();
    if (state.isEmpty()) {
      String told = failure;
      file.ifPresent(
          known -> known.nodes().forEach(node -> silent.put(node.id(), whySilent(node, told))));
      return new Survey(state, new TreeMap<>(), silent);
    }
    SortedMap<Integer, NodeStatus> nodes =
        NodeStatuses.ask(StoreAccess.of(client), ids, (id, why) -> silent.put(id, why.problem()));
    return new Survey(state, nodes, silent);
  }

  /** The same nodes with other news of ring and groups. */
  Survey with(ClusterState other) {
    return new Survey(Optional.of(other), nodes, silent);
  }

  /** The nodes that it is about, those that say nothing included. */
  SortedSet<Integer> all() {
    SortedSet<Integer> all = new TreeSet<>(nodes.keySet());
    all.addAll(silent.keySet());
    return all;
  }

  /** Each node by its own address. */
  private static String whySilent(ClusterFile.Node node, String failure) {
    String problem = Reach.problem(node.address());
    return problem.isEmpty() ? node.address() + " listens, but tells no ring: " + failure : problem;
  }

  /** The zones of nodes, of those that say it. */
  Map<Integer, String> zones() {
    Map<Integer, String> zones = new TreeMap<>();
    nodes.forEach(
        (node, status) -> {
          if (!status.getZone().isEmpty()) {
            zones.put(node, status.getZone());
          }
        });
    return zones;
  }

  /** The established leader of a group, in the highest epoch of which a node says so. */
  Optional<Leaders.GroupLeader> leader(int group) {
    return Leaders.of(nodes, group);
  }

  /** Entries that a replica lacks, as its leader says; empty if that is not known. */
  Optional<Long> lag(NodeStatus.Replica replica) {
    return leader(replica.getGroup())
        .filter(leader -> replica.getMember() < leader.replica().getLagsCount())
        .map(leader -> leader.replica().getLags(replica.getMember()))
        .filter(lag -> lag >= 0);
  }

  /** What a node says of its replica of a group. */
  Optional<NodeStatus.Replica> replica(int node, int group) {
    return MemberSteps.replica(nodes, node, group);
  }

  /** Whether a node votes in a group, or is about to, as the leader says. */
  boolean votes(int node, int group) {
    return leader(group)
        .map(Leaders.GroupLeader::replica)
        .filter(
            replica ->
                replica.getVotersList().contains(node)
                    || replica.getNextVotersList().contains(node))
        .isPresent();
  }

  /** Whether a node votes in any group, or is about to. */
  boolean isMember(int node) {
    return state.stream()
        .flatMap(known -> known.groups().stream())
        .anyMatch(group -> votes(node, group.id()));
  }

  /** Whether a node says that it follows or leads a group, and that its vote counts. */
  boolean isReady(int node, int group) {
    return MemberSteps.isReady(nodes, node, group);
  }

  /** The node of the peer of an event; empty if it is not known. */
  OptionalInt peerOf(int group, Event event) {
    return state.map(known -> ReplicaPlace.peerOf(known, group, event)).orElse(OptionalInt.empty());
  }

  /** Whether every group has a leader and every node answers. */
  boolean isWhole() {
    return state.isPresent()
        && silent.isEmpty()
        && state.get().groups().stream()
            .map(GroupInfo::id)
            .allMatch(group -> leader(group).isPresent());
  }
}
