package io.zabdb.maelstrom.replica;

import io.zabdb.model.data.Family;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.node.server.Topology;
import io.zabdb.shard.PartitionId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The nodes of Maelstrom as the product knows a cluster: groups with a replica on each node, in the
 * order of the nodes. Its addresses are made up, and say no more than a node's number.
 */
public final class Membership {

  /** The only family. */
  public static final String FAMILY = "f";

  static final UUID CLUSTER = UUID.nameUUIDFromBytes("maelstrom".getBytes(StandardCharsets.UTF_8));

  /** Where there are several groups: while one moves a group serves others. */
  private static final int PARTITIONS = 2;

  private static final String HOST = "127.0.0.1";

  /** Of node 0; the others follow. */
  private static final int FIRST_PORT = 7_000;

  private final List<String> names;
  private final int self;
  private final Topology topology;

  /**
   * @param names of all nodes, in the same order everywhere
   * @param self the name of this one
   * @param groups how many there are, from 1; a single one has a single partition
   */
  public Membership(List<String> names, String self, int groups) {
    this.names = names;
    this.self = names.indexOf(self);
    List<Integer> all = IntStream.range(0, names.size()).boxed().toList();
    ShardingConfig sharding =
        new ShardingConfig(
            IntStream.range(0, groups).mapToObj(group -> new GroupConfig(group, all)).toList(),
            groups == 1 ? 1 : PARTITIONS,
            List.of(Family.of(FAMILY)));
    TreeMap<Integer, Address> clients = new TreeMap<>();
    all.forEach(node -> clients.put(node, new Address(HOST, FIRST_PORT + node)));
    topology = new Topology(CLUSTER, this.self, sharding, clients);
  }

  /** This node's number, and that of its replica in each group. */
  public int self() {
    return self;
  }

  /** How many nodes there are. */
  int size() {
    return names.size();
  }

  /** The name of a node; "unknown" if it is below 0. */
  public String nameOf(int node) {
    return node < 0 ? "unknown" : names.get(node);
  }

  /** The number of the node with this port. */
  public int numberAt(int port) {
    return port - FIRST_PORT;
  }

  /** Where clients reach this node: HOST:PORT. */
  public String ownAddress() {
    return topology.clientAddress(self).orElseThrow().toString();
  }

  /** What this node knows of its cluster. */
  public Topology topology() {
    return topology;
  }

  /** Whether this node leads a group, as far as it knows. */
  boolean leads(int group) {
    return topology.leader(group).member() == self;
  }

  /** What a group has at first. */
  List<PartitionId> firstOf(int group) {
    return topology.firstRing().partitions().stream()
        .filter(partition -> partition.group() == group)
        .map(partition -> new PartitionId(partition.name(), partition.range()))
        .toList();
  }
}
