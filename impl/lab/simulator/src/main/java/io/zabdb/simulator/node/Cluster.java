package io.zabdb.simulator.node;

import io.zabdb.client.net.Addresses;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.node.server.Topology;
import io.zabdb.simulator.client.SimulatedConnector;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/** What all nodes of a simulated cluster are configured with. */
public final class Cluster {

  static final UUID ID = new UUID(0x5a41, 0xb);

  private static final List<Family> FAMILIES = List.of(Family.of("default"));

  private final SortedMap<Integer, Address> clients = new TreeMap<>();
  private final ShardingConfig sharding;
  private final Ring ring;

  /**
   * @param founders so many nodes, the first ones, have a replica of each group
   */
  public Cluster(int nodes, int founders, int groups) {
    List<Integer> first = IntStream.range(0, founders).boxed().toList();
    for (int node = 0; node < nodes; node++) {
      clients.put(node, new Address(host(node), SimulatedConnector.FIRST_PORT + node));
    }
    sharding =
        new ShardingConfig(
            IntStream.range(0, groups).mapToObj(group -> new GroupConfig(group, first)).toList(),
            1,
            FAMILIES);
    ring = Ring.even(groups, 1);
  }

  private static String host(int node) {
    return "10.0.0." + (node + 1);
  }

  /** Where clients reach the nodes: HOST:PORT. */
  public List<String> addresses() {
    return clients.values().stream()
        .map(address -> Addresses.format(address.host(), address.port()))
        .toList();
  }

  /** What the configuration manager knows at first: nobody leads. */
  public ClusterState state() {
    return new ClusterState(
        ID,
        FAMILIES,
        ring,
        groups().stream().map(group -> new GroupInfo(group.id(), group.nodes(), -1, 0)).toList(),
        clients.entrySet().stream()
            .map(
                node ->
                    new NodeInfo(
                        node.getKey(), node.getValue().host(), node.getValue().port(), 1, 0, 0))
            .toList());
  }

  public List<GroupConfig> groups() {
    return sharding.groups();
  }

  public List<Family> families() {
    return FAMILIES;
  }

  public Ring ring() {
    return ring;
  }

  /** What a node knows of its cluster. */
  Topology topologyOf(int node) {
    return new Topology(ID, node, sharding, clients);
  }
}
