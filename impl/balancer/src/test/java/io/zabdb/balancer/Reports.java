package io.zabdb.balancer;

import io.zabdb.rpc.wire.Moves;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Partitions.Hits;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a small store of tests tells of itself. Not thread-safe. */
final class Reports {

  private final SortedMap<Integer, List<Partition>> partitions = new TreeMap<>();
  private final SortedMap<Integer, List<Moves.Move>> moves = new TreeMap<>();
  private final SortedMap<Integer, NodeStatus.Builder> nodes = new TreeMap<>();
  private final List<Integer> silent = new ArrayList<>();

  /** A node with a disk of 1 GiB that has been up for an hour. */
  Reports node(int id) {
    nodes.put(
        id,
        NodeStatus.newBuilder().setNode(id).setUptimeMillis(3_600_000).setDiskFreeBytes(1 << 30));
    return this;
  }

  /** A node that waits for groups, and may have so many. */
  Reports spare(int id, int seats) {
    node(id);
    status(id).setSpare(true).setMostGroups(seats);
    return this;
  }

  /** A node that learns what a group has, and has no vote. */
  Reports learner(int node, int group) {
    nodes
        .get(node)
        .addReplicas(
            NodeStatus.Replica.newBuilder()
                .setGroup(group)
                .setRole("FOLLOWING")
                .setPhase("BROADCAST")
                .setLearns(true));
    return this;
  }

  /** A group of these nodes; the first of them leads. */
  Reports group(int id, Integer... members) {
    partitions.put(id, new ArrayList<>());
    moves.put(id, new ArrayList<>());
    for (int member = 0; member < members.length; member++) {
      NodeStatus.Replica.Builder replica =
          NodeStatus.Replica.newBuilder()
              .setGroup(id)
              .setMember(member)
              .setRole(member == 0 ? "LEADING" : "FOLLOWING")
              .setPhase("BROADCAST")
              .setEpoch(1);
      if (member == 0) {
        replica.addAllVoters(List.of(members));
      }
      nodes.get(members[member]).addReplicas(replica);
    }
    return this;
  }

  /** A group that is there, but not by the ring that the store was asked by. */
  Reports unheard(int group) {
    partitions.remove(group);
    moves.remove(group);
    return this;
  }

  /** What the leader, the first of its replicas at the node, says of its group besides. */
  NodeStatus.Replica.Builder replica(int node) {
    return nodes.get(node).getReplicasBuilder(0);
  }

  NodeStatus.Builder status(int node) {
    return nodes.get(node);
  }

  Reports silent(int node) {
    nodes.remove(node);
    silent.add(node);
    return this;
  }

  /** A partition that is served, of 1000 bytes. */
  static Partition.Builder partition(String name, double updates, double reads) {
    return Partition.newBuilder()
        .setName(name)
        .setPhase("SERVING")
        .setBytes(1_000)
        .setHits(Hits.newBuilder().setUpdates(updates).setReads(reads));
  }

  Reports partition(int group, String name, double updates) {
    return partition(group, partition(name, updates, 0));
  }

  Reports partition(int group, Partition.Builder partition) {
    partitions.get(group).add(partition.build());
    return this;
  }

  Reports move(int from, String partition, int to) {
    moves.get(from).add(Moves.Move.newBuilder().setPartition(partition).setTo(to).build());
    return this;
  }

  StoreReport report() {
    SortedMap<Integer, GroupReport> groups = new TreeMap<>();
    partitions.forEach((group, held) -> groups.put(group, new GroupReport(held, moves.get(group))));
    SortedMap<Integer, NodeStatus> told = new TreeMap<>();
    nodes.forEach((id, status) -> told.put(id, status.build()));
    return new StoreReport(groups, told, silent);
  }
}
