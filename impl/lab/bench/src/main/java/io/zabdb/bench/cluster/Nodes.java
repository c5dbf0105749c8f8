package io.zabdb.bench.cluster;

import io.zabdb.bench.error.BenchException;
import io.zabdb.client.ZabClient;
import io.zabdb.model.cluster.ClusterState;
import io.zabdb.model.cluster.NodeInfo;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.NodeStatus.Replica;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Asks the nodes of a cluster how they do. Thread-safe. */
public final class Nodes {

  /** The one group that is measured. */
  public static final int GROUP = 0;

  private static final Set<ErrorCode> NOT_NOW =
      EnumSet.of(ErrorCode.OVERLOADED, ErrorCode.NO_QUORUM, ErrorCode.TIMEOUT);

  private static final long POLL_MILLIS = 20;
  private static final String LEADING = "LEADING";
  private static final String FOLLOWING = "FOLLOWING";
  private static final String BROADCAST = "BROADCAST";

  private final ZabClient client;

  /**
   * @param client closed by its owner
   */
  public Nodes(ZabClient client) {
    this.client = client;
  }

  /** The nodes of the cluster and where clients reach them. */
  public List<NodeInfo> known() throws BenchException {
    ClusterState state = ZabClient.await(client.admin().ring());
    if (state.nodes().isEmpty()) {
      throw new BenchException(
          "the cluster does not tell which nodes it has: try again in a moment");
    }
    return state.nodes();
  }

  /** How a node does. */
  public NodeStatus status(int node) {
    return ZabClient.await(client.admin().status(node));
  }

  /** The node that leads; empty if none does, as far as those tell that answer. */
  public OptionalInt leader(List<Integer> nodes) {
    return leadership(nodes).map(found -> OptionalInt.of(found.node())).orElse(OptionalInt.empty());
  }

  /** The same, and its epoch. */
  public Optional<Leader> leadership(List<Integer> nodes) {
    for (int node : nodes) {
      try {
        Optional<Replica> leader =
            replicas(List.of(status(node))).stream().filter(Nodes::leads).findFirst();
        if (leader.isPresent()) {
          return Optional.of(new Leader(node, leader.get().getEpoch()));
        }
      } catch (ZabException e) {
        // It is down; another may know.
      }
    }
    return Optional.empty();
  }

  /** The nodes that lead any group, as far as those tell that answer. */
  public Set<Integer> leading(List<Integer> nodes) {
    Set<Integer> leading = new HashSet<>();
    for (int node : nodes) {
      try {
        if (status(node).getReplicasList().stream().anyMatch(Nodes::leads)) {
          leading.add(node);
        }
      } catch (ZabException e) {
        // It is down, or too busy to answer.
      }
    }
    return leading;
  }

  /**
   * Asks the leader to hand over.
   *
   * @param to a node, or empty: whom the leader chooses
   * @return whether it began to, as far as is known; it does not while no follower is fit
   */
  public boolean transfer(OptionalInt to) {
    try {
      ZabClient.await(client.admin().transfer(GROUP, to));
      return true;
    } catch (ZabException e) {
      if (!NOT_NOW.contains(e.code())) {
        throw e;
      }
      return false;
    }
  }

  /** Whether all nodes answer, one leads, and no other lacks anything. */
  public boolean inSync(List<Integer> nodes) {
    List<NodeStatus> all = new ArrayList<>();
    try {
      nodes.forEach(node -> all.add(status(node)));
    } catch (ZabException e) {
      return false;
    }
    return inSync(replicas(all), nodes.size());
  }

  /**
   * Waits until all nodes are in sync.
   *
   * @throws IOException if they are not within the limit
   */
  public void awaitInSync(List<Integer> nodes, Duration limit)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!inSync(nodes)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("the nodes were not in sync after " + limit.toSeconds() + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Whether these are all members of a group, one leads, and no other lacks anything. */
  static boolean inSync(List<Replica> replicas, int members) {
    long leaders = replicas.stream().filter(Nodes::leads).count();
    long followers =
        replicas.stream()
            .filter(each -> each.getRole().equals(FOLLOWING))
            .filter(each -> each.getPhase().equals(BROADCAST))
            .count();
    return leaders == 1
        && followers == members - 1
        && replicas.stream().map(Replica::getEpoch).distinct().count() == 1
        && replicas.stream().map(Replica::getApplied).distinct().count() == 1
        && replicas.stream().allMatch(each -> each.getApplied() == each.getLogLength())
        && replicas.stream().flatMap(each -> each.getLagsList().stream()).allMatch(lag -> lag == 0);
  }

  private static boolean leads(Replica replica) {
    return replica.getRole().equals(LEADING) && replica.getPhase().equals(BROADCAST);
  }

  private static List<Replica> replicas(List<NodeStatus> nodes) {
    return nodes.stream()
        .flatMap(node -> node.getReplicasList().stream())
        .filter(each -> each.getGroup() == GROUP)
        .toList();
  }

  /** Whether a node runs on this machine, so that its process can be looked at. */
  public static boolean isHere(NodeInfo node) {
    try {
      InetAddress address = InetAddress.getByName(node.host());
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException e) {
      return false;
    }
  }
}
