package io.zabdb.node.server;

import io.zabdb.rpc.wire.Ring;

/** The ring as this node knows it, for clients. */
final class RingReport {

  private RingReport() {}

  static Ring.Builder of(Topology topology) {
    Ring.Builder ring =
        Ring.newBuilder()
            .setCluster(topology.cluster().toString())
            .setVersion(topology.ring().version());
    topology
        .families()
        .forEach(
            family ->
                ring.addFamilies(
                    Ring.Family.newBuilder()
                        .setName(family.name())
                        .setVersions(family.versions())
                        .setMaxAge(family.maxAge())));
    topology
        .ring()
        .partitions()
        .forEach(
            partition ->
                ring.addPartitions(
                    Ring.Partition.newBuilder()
                        .setName(partition.name())
                        .setAfter(partition.range().after())
                        .setUpTo(partition.range().upTo())
                        .setGroup(partition.group())
                        .setMove(partition.move())));
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
}
