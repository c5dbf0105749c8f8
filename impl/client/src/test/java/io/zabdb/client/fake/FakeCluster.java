package io.zabdb.client.fake;

import io.zabdb.client.net.Connector;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.GroupInfo;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Update;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Nodes that hold all groups, in virtual time. Faults are what a test makes: nodes are killed and
 * stopped, leaders change, answers are scripted.
 */
public final class FakeCluster {

  /** What a node answers instead of what it would. */
  public interface Script {
    /** Null: what it would. An empty response: nothing at all. */
    Response.Builder answer(int node, Request request);
  }

  public static final UUID ID = new UUID(7, 7);

  private final VirtualTimers time;
  private final FakeStore store = new FakeStore();
  private final List<FakeNode> nodes = new ArrayList<>();
  private final Map<Integer, Integer> leaders = new HashMap<>();
  private final Map<Integer, Long> epochs = new HashMap<>();
  private Ring ring;
  private Ring told;
  private boolean namesOwners;
  private Script script = (node, request) -> null;
  private LongSupplier latency = () -> 100_000;
  private LongSupplier commitTime = () -> 1_000_000;

  /** Node 0 leads all groups. */
  public FakeCluster(VirtualTimers time, int nodeCount, Ring ring) {
    this.time = time;
    this.ring = ring;
    for (int id = 0; id < nodeCount; id++) {
      nodes.add(new FakeNode(id, this, time));
    }
    ring.partitions().forEach(partition -> elect(partition.group(), 0));
  }

  /**
   * What a configuration manager tells of three nodes; nodes 0, 2, 1 and so on lead.
   *
   * @param groups how many, from group 0
   */
  public static ClusterState byManager(Ring ring, int groups) {
    List<Integer> all = List.of(0, 1, 2);
    return new ClusterState(
        ID,
        List.of(),
        ring,
        IntStream.range(0, groups)
            .mapToObj(group -> new GroupInfo(group, all, 2 * group % 3, 1))
            .toList(),
        all.stream()
            .map(node -> new NodeInfo(node, "node" + node, 7_000 + node, 1, 0, 0))
            .toList());
  }

  public VirtualTimers time() {
    return time;
  }

  public FakeStore store() {
    return store;
  }

  public FakeNode node(int id) {
    return nodes.get(id);
  }

  public List<FakeNode> nodes() {
    return nodes;
  }

  public List<String> addresses() {
    return nodes.stream().map(FakeNode::address).toList();
  }

  public Ring ring() {
    return ring;
  }

  public void setRing(Ring next) {
    ring = next;
  }

  /** What ring the nodes tell from now on; null: the one that there is. */
  public void setToldRing(Ring other) {
    told = other;
  }

  /** From now on refusals name the owner. */
  public void nameOwners() {
    namesOwners = true;
  }

  /** Another group has the partition of this place in the ring, by an attempt of this number. */
  public void move(int place, int group, long attempt) {
    List<RingPartition> parts = new ArrayList<>(ring.partitions());
    RingPartition old = parts.get(place);
    parts.set(place, new RingPartition(old.name(), old.range(), group, attempt));
    ring = new Ring(ring.version() + 1, parts);
  }

  public void setScript(Script next) {
    script = next;
  }

  /** How long a message takes, and how long it takes to commit, in nanoseconds. */
  public void setTimes(LongSupplier ofMessages, LongSupplier ofCommits) {
    latency = ofMessages;
    commitTime = ofCommits;
  }

  /** A node leads a group from now on; all nodes that are up know it. */
  public void elect(int group, int leader) {
    epochs.merge(group, 1L, Long::sum);
    leaders.put(group, leader);
    for (FakeNode node : nodes) {
      if (node.isUp()) {
        node.believe(group, leader);
      }
    }
  }

  /** A group is no more, and no node tells of it. */
  public void end(int group) {
    epochs.remove(group);
    depose(group);
  }

  /** Nobody leads a group; the nodes that are up know it. */
  public void depose(int group) {
    leaders.remove(group);
    for (FakeNode node : nodes) {
      if (node.isUp()) {
        node.believe(group, -1);
      }
    }
  }

  /** Who leads, or -1. */
  public int leader(int group) {
    return leaders.getOrDefault(group, -1);
  }

  /** How many requests all nodes have taken so far. */
  public int requests() {
    return nodes.stream().mapToInt(node -> node.received().size()).sum();
  }

  /** Connects clients to these nodes. */
  public Connector connector() {
    return new Connector() {
      @Override
      public CompletableFuture<RpcConnection> connect(String address) {
        return nodes.stream()
            .filter(node -> node.address().equals(address))
            .findFirst()
            .map(FakeNode::connect)
            .orElseGet(() -> CompletableFuture.failedFuture(new IOException("unknown " + address)));
      }

      @Override
      public void close() {
        nodes.forEach(FakeNode::breakConnections);
      }
    };
  }

  long latency() {
    return latency.getAsLong();
  }

  Response.Builder scripted(int node, Request request) {
    return script.answer(node, request);
  }

  /** The ring that the nodes tell. */
  Response.Builder ringResponse() {
    Ring known = told == null ? ring : told;
    io.zabdb.rpc.wire.Ring.Builder wire =
        io.zabdb.rpc.wire.Ring.newBuilder().setCluster(ID.toString()).setVersion(known.version());
    for (Family family : FakeStore.FAMILIES) {
      wire.addFamiliesBuilder().setName(family.name()).setVersions(family.versions());
    }
    known.partitions().forEach(partition -> wire.addPartitions(wire(partition)));
    for (int group : epochs.keySet()) {
      wire.addGroupsBuilder()
          .setId(group)
          .addAllNodes(nodes.stream().map(FakeNode::id).toList())
          .setLeaderNodePlusOne(leader(group) + 1)
          .setEpoch(epochs.get(group));
    }
    for (FakeNode node : nodes) {
      wire.addNodesBuilder().setId(node.id()).setHost(node.host()).setPort(node.port());
    }
    return Response.newBuilder().setRing(wire);
  }

  /** As a node tells of a partition. */
  public static io.zabdb.rpc.wire.Ring.Partition wire(RingPartition partition) {
    return io.zabdb.rpc.wire.Ring.Partition.newBuilder()
        .setName(partition.name())
        .setAfter(partition.range().after())
        .setUpTo(partition.range().upTo())
        .setGroup(partition.group())
        .setMove(partition.move())
        .build();
  }

  /** Whether a group owns a partition; what to answer if not. */
  Response.Builder wrongOwner(int group, String partition) {
    RingPartition owned = ring.partition(partition);
    if (owned != null && owned.group() == group) {
      return null;
    }
    Response.Builder response =
        FakeStore.error(
            ErrorCode.WRONG_OWNER, "group " + group + " does not own " + partition, false);
    response.getErrorBuilder().setRingVersion(ring.version());
    if (namesOwners && owned != null) {
      response.getErrorBuilder().setOwner(wire(owned));
    }
    return response;
  }

  /**
   * A leader takes an update: some time later it is committed, if its node still leads; if not, it
   * may have been committed by the next leader, or may be gone.
   */
  void commit(int leader, Update update, java.util.function.Consumer<Response.Builder> answer) {
    long epoch = epochs.get(update.getGroup());
    time.in(
        commitTime.getAsLong(),
        () -> {
          boolean leads = leader(update.getGroup()) == leader && nodes.get(leader).isUp();
          if (leads && epochs.get(update.getGroup()) == epoch) {
            answer.accept(store.update(update));
          } else if ((update.getSession() + update.getSeq()) % 2 == 0) {
            // On a majority when the leader fell: the next one commits it, and nobody hears of it.
            store.update(update);
          }
        });
  }
}
