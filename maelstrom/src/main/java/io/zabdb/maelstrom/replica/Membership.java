package io.zabdb.maelstrom.replica;

import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.node.server.Topology;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The nodes of Maelstrom as the product knows a cluster: one group with a replica on each, one
 * partition. Its addresses are made up, and say no more than a node's number.
 */
public final class Membership {

  /** The only group. */
  public static final int GROUP = 0;

  /** The only family. */
  public static final String FAMILY = "f";

  static final UUID CLUSTER = UUID.nameUUIDFromBytes("maelstrom".getBytes(StandardCharsets.UTF_8));

  private static final String HOST = "127.0.0.1";

  /** Of node 0; the others follow. */
  private static final int FIRST_PORT = 7_000;

  private final List<String> names;
  private final int self;
  private final ShardingConfig sharding;
  private final Topology topology;

  /**
   * @param names of all nodes, in the same order everywhere
   * @param self the name of this one
   */
  public Membership(List<String> names, String self) {
    this.names = names;
    this.self = names.indexOf(self);
    List<Integer> all = IntStream.range(0, names.size()).boxed().toList();
    sharding =
        new ShardingConfig(List.of(new GroupConfig(GROUP, all)), 1, List.of(Family.of(FAMILY)));
    TreeMap<Integer, Address> clients = new TreeMap<>();
    all.forEach(node -> clients.put(node, new Address(HOST, FIRST_PORT + node)));
    topology = new Topology(CLUSTER, this.self, sharding, clients);
  }

  /** This node's number. */
  public int self() {
    return self;
  }

  /** How many nodes there are. */
  int size() {
    return names.size();
  }

  /** The name of a node; "unknown" if it is below 0. */
  String nameOf(int node) {
    return node < 0 ? "unknown" : names.get(node);
  }

  /** The name of the node with this port. */
  public String nameAt(int port) {
    return names.get(port - FIRST_PORT);
  }

  /** Where clients reach this node: HOST:PORT. */
  public String ownAddress() {
    return topology.clientAddress(self).orElseThrow().toString();
  }

  /** What this node knows of its cluster. */
  public Topology topology() {
    return topology;
  }

  RingPartition partition() {
    return topology.ring().partitions().get(0);
  }

  /** What a client is told of the cluster; not who leads. */
  public ClusterState state() {
    return new ClusterState(
        CLUSTER,
        sharding.families(),
        topology.ring(),
        sharding.groups().stream()
            .map(group -> new GroupInfo(group.id(), group.nodes(), -1, 0))
            .toList(),
        IntStream.range(0, size())
            .mapToObj(node -> new NodeInfo(node, HOST, FIRST_PORT + node, 1, 0, 0))
            .toList());
  }
}
