package io.zabdb.node.server;

import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.wire.Ring;

/** The ring as this node knows it, for clients. */
final class RingReport {

  private RingReport() {}

  static Ring.Builder of(Topology topology) {
    io.zabdb.model.ring.Ring known = topology.ring();
    Ring.Builder ring =
        Ring.newBuilder().setCluster(topology.cluster().toString()).setVersion(known.version());
    topology
        .families()
        .forEach(
            family ->
                ring.addFamilies(
                    Ring.Family.newBuilder()
                        .setName(family.name())
                        .setVersions(family.versions())
                        .setMaxAge(family.maxAge())));
    known.partitions().forEach(partition -> ring.addPartitions(describe(partition)));
    topology
        .groups()
        .forEach(
            group -> {
              Topology.KnownLeader leader = topology.leader(group.id());
              int node = topology.nodeOf(group.id(), leader.member());
              ring.addGroups(
                  Ring.Group.newBuilder()
                      .setId(group.id())
                      .addAllNodes(topology.nodes(group.id()))
                      .setLeaderNodePlusOne(node + 1)
                      .setEpoch(leader.epoch()));
            });
    topology
        .clientAddresses()
        .forEach(
            (node, address) ->
                ring.addNodes(
                    Ring.Node.newBuilder()
                        .setId(node)
                        .setHost(address.host())
                        .setPort(address.port())));
    return ring;
  }

  /** A partition, and who has it. */
  static Ring.Partition describe(RingPartition partition) {
    return Ring.Partition.newBuilder()
        .setName(partition.name())
        .setAfter(partition.range().after())
        .setUpTo(partition.range().upTo())
        .setGroup(partition.group())
        .setMove(partition.move())
        .setFirstHand(partition.isFirstHand())
        .build();
  }
}
