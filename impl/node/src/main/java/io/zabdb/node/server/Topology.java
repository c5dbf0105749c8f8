package io.zabdb.node.server;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.model.cluster.MemberNumbers;
import io.zabdb.model.data.Family;
import io.zabdb.model.ring.Ring;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.replica.KnownVoters;
import io.zabdb.shard.TableState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

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

  /** The most groups that a node remembers to have ended. */
  private static final int MOST_ENDED = 10_000;

  /** Of so many nodes, at most, it is remembered where they are. */
  static final int MOST_NODES = 10_000;

  private final UUID cluster;
  private final int node;
  private final KnownOwners owners;
  private final List<Family> families;
  private final SortedMap<Integer, GroupConfig> groups = new ConcurrentSkipListMap<>();

  /** Those that were known and are no more. */
  private final SortedMap<Integer, GroupConfig> ended = new ConcurrentSkipListMap<>();

  private final Map<Integer, Address> clients;
  private final Map<Integer, KnownLeader> leaders = new ConcurrentHashMap<>();

  /** By group; those that founded it, where nothing else is known. */
  private final Map<Integer, KnownVoters> voters = new ConcurrentHashMap<>();

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
    sharding.groups().forEach(group -> groups.put(group.id(), group));
    families = sharding.families();
    Ring first = Ring.even(groups.size(), sharding.partitionsPerGroup());
    owners = new KnownOwners(cluster, first, id -> groups.containsKey(id) || ended.containsKey(id));
    this.clients = new ConcurrentHashMap<>(clients);
  }

  public UUID cluster() {
    return cluster;
  }

  /** This node. */
  public int node() {
    return node;
  }

  /** Who has which tokens now, as far as this node knows; its version is this node's own. */
  public Ring ring() {
    return owners.ring();
  }

  /** With what partitions the cluster was founded. */
  public Ring firstRing() {
    return owners.first();
  }

  /** Who has what. */
  KnownOwners owners() {
    return owners;
  }

  /** Another node knows this of the ring, all of which is committed. */
  public void told(Ring known) {
    owners.told(known);
  }

  /**
   * Whether this node knows of no better owner of some tokens than a group that has ended, or of
   * which a replica here says that it has them not: it has begun anew since, and who got the tokens
   * is said by other nodes.
   */
  public boolean lacksOwners() {
    return ring().partitions().stream()
        .anyMatch(part -> ended.containsKey(part.group()) || owners.isRefuted(part));
  }

  /** A replica of this node has learnt what its group has. */
  public void partitionsChanged(int group, TableState table) {
    owners.heard(group, table);
  }

  public List<Family> families() {
    return families;
  }

  /** Those that are known, by number. */
  public List<GroupConfig> groups() {
    return List.copyOf(groups.values());
  }

  /**
   * A group was born, as somebody says. What is known already stays as it is.
   *
   * @return whether it was not known
   */
  public synchronized boolean learn(GroupConfig group) {
    if (ended.containsKey(group.id())) {
      return false;
    }
    boolean isNew = groups.putIfAbsent(group.id(), group) == null;
    if (isNew) {
      owners.groupsChanged();
    }
    return isNew;
  }

  /** What this node has noted of groups, when it begins. */
  public void learn(BornGroups noted) {
    noted.left().forEach(this::end);
    noted.all().forEach(this::learn);
    for (GroupConfig group : noted.removed()) {
      learn(group);
      noted.voters(group.id()).ifPresent(since -> votersChanged(group.id(), since));
    }
  }

  /** A group has ended: it is not heard of again, whoever still knows it. */
  public synchronized void end(GroupConfig group) {
    if (ended.size() < MOST_ENDED && ended.putIfAbsent(group.id(), group) == null) {
      groups.remove(group.id());
      leaders.remove(group.id());
      voters.remove(group.id());
    }
  }

  /** This node has no replica any more of a group that goes on: who leads it, others know. */
  void dropped(int id) {
    leaders.remove(id);
    owners.dropped(id);
  }

  /** Whether the group of this number is known to have ended. */
  public boolean hasEnded(int id) {
    return ended.containsKey(id);
  }

  /** Those that are known to have ended, by number. */
  public List<GroupConfig> ended() {
    return List.copyOf(ended.values());
  }

  /** The group of this number, if there is one. */
  public Optional<GroupConfig> group(int id) {
    return Optional.ofNullable(groups.get(id));
  }

  /**
   * The nodes that vote in a group that there is, as far as this node knows, in the order of their
   * member numbers; while members change, those before and those that are to vote.
   */
  public List<Integer> nodes(int id) {
    return nodes(id, voters(id).voters());
  }

  /** The same without this node. */
  public List<Integer> others(int id) {
    return nodes(id).stream().filter(other -> other != node).toList();
  }

  /** The nodes of members of a group that there is, given as bits, in their order. */
  public List<Integer> nodes(int id, long members) {
    MemberNumbers numbers = known(id).numbers();
    return LongStream.range(0, Members.MAX_MEMBERS)
        .filter(member -> Members.contains(members, (int) member))
        .mapToObj(member -> numbers.nodeOf((int) member))
        .toList();
  }

  /** The groups in which a node votes, as far as this node knows. */
  public Set<Integer> groupsOf(int ofNode) {
    return groups.keySet().stream()
        .filter(group -> nodes(group).contains(ofNode))
        .collect(Collectors.toSet());
  }

  /** The node of a member; -1 if there is no such group, or for a member below 0. */
  public int nodeOf(int id, int member) {
    return member < 0 ? -1 : group(id).map(group -> group.numbers().nodeOf(member)).orElse(-1);
  }

  /** Who votes in a group that there is. */
  public Configuration voters(int id) {
    KnownVoters known = voters.get(id);
    return known != null ? known.voters() : Configuration.ofFirst(known(id).nodes().size());
  }

  /**
   * Whether this node is known for certain to vote in a group, now or when members have changed.
   */
  boolean votes(int id) {
    Optional<KnownVoters> known = committedVoters(id);
    return known.isPresent() && nodes(id, known.orElseThrow().voters().voters()).contains(node);
  }

  /** Who votes in a group, if that is something to tell others. */
  public Optional<KnownVoters> committedVoters(int id) {
    return Optional.ofNullable(voters.get(id)).filter(KnownVoters::isCommitted);
  }

  /** Also of one that has ended since whoever asks has seen it. */
  private GroupConfig known(int id) {
    GroupConfig group = groups.get(id);
    return group != null ? group : Objects.requireNonNull(ended.get(id));
  }

  /**
   * A replica of this node, or another node, knows who votes. Of a group that is not known nothing
   * is kept, and the later roster holds, whoever knew it.
   */
  public synchronized void votersChanged(int id, KnownVoters now) {
    if (groups.containsKey(id)) {
      voters.merge(id, now, KnownVoters::or);
    }
  }

  /** Where clients reach a node, if that is known. */
  public Optional<Address> clientAddress(int ofNode) {
    return Optional.ofNullable(clients.get(ofNode));
  }

  /** Where clients reach nodes, as far as that is known, by node. */
  public SortedMap<Integer, Address> clientAddresses() {
    return new TreeMap<>(clients);
  }

  /** A node has said where clients reach it. Of more than {@link #MOST_NODES} nothing is kept. */
  public synchronized void learn(int ofNode, Address address) {
    if (clients.size() < MOST_NODES || clients.containsKey(ofNode)) {
      clients.put(ofNode, address);
    }
  }

  public KnownLeader leader(int group) {
    return leaders.getOrDefault(group, KnownLeader.UNKNOWN);
  }

  /** A replica of this node has learnt who leads. */
  public void leads(int group, int member, long epoch) {
    leaders.put(group, new KnownLeader(member, epoch));
  }
}
