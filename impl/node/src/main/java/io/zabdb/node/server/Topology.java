package io.zabdb.node.server;

import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.ShardingConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a node knows of its cluster: the ring, the groups, and who leads them, as far as its own
 * replicas know. Thread-safe.
 */
public final class Topology {

  /**
   * Who leads a group.
   *
   * @param member -1 if none is known to
   */
  public record KnownLeader(int member, long epoch) {
    static final KnownLeader UNKNOWN = new KnownLeader(-1, 0);
  }

  private final UUID cluster;
  private final int node;
  private final Ring ring;
  private final List<Family> families;
  private final List<GroupConfig> groups;
  private final Map<Integer, Address> clients;
  private final Map<Integer, KnownLeader> leaders = new ConcurrentHashMap<>();

  public Topology(NodeConfig config) {
    this(config.cluster(), config.node(), config.sharding(), config.network().clients());
  }

  /**
   * @param node this one
   * @param clients where clients reach the nodes, as far as that is known
   */
  public Topology(UUID cluster, int node, ShardingConfig sharding, Map<Integer, Address> clients) {
    this.cluster = cluster;
    this.node = node;
    groups = sharding.groups();
    families = sharding.families();
    ring = Ring.even(groups.size(), sharding.partitionsPerGroup());
    this.clients = new ConcurrentHashMap<>(clients);
  }

  public UUID cluster() {
    return cluster;
  }

  /** This node. */
  public int node() {
    return node;
  }

  public Ring ring() {
    return ring;
  }

  public List<Family> families() {
    return families;
  }

  public List<GroupConfig> groups() {
    return groups;
  }

  /** The group of this number, if there is one. */
  public Optional<GroupConfig> group(int id) {
    return id >= 0 && id < groups.size() ? Optional.of(groups.get(id)) : Optional.empty();
  }

  /** Where clients reach a node, if that is known. */
  public Optional<Address> clientAddress(int ofNode) {
    return Optional.ofNullable(clients.get(ofNode));
  }

  public Map<Integer, Address> clientAddresses() {
    return Map.copyOf(clients);
  }

  /** A node has said where clients reach it. */
  public void learn(int ofNode, Address address) {
    clients.put(ofNode, address);
  }

  public KnownLeader leader(int group) {
    return leaders.getOrDefault(group, KnownLeader.UNKNOWN);
  }

  /** A replica of this node has learnt who leads. */
  public void leads(int group, int member, long epoch) {
    leaders.put(group, new KnownLeader(member, epoch));
  }
}
