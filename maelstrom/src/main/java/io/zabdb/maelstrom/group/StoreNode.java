package io.zabdb.maelstrom.group;

import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.session.Retention;
import io.zabdb.core.zab.Guards;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.maelstrom.replica.GroupSettings;
import io.zabdb.maelstrom.replica.LocalReplicas;
import io.zabdb.maelstrom.replica.Membership;
import io.zabdb.maelstrom.runtime.DaemonWorkers;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.node.api.DiskRoom;
import io.zabdb.node.balance.BalancerRequests;
import io.zabdb.node.metrics.Tails;
import io.zabdb.node.server.BirthRequests;
import io.zabdb.node.server.Forwarder;
import io.zabdb.node.server.NodeLinks;
import io.zabdb.node.server.NodeMoves;
import io.zabdb.node.server.NodeRequests;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.wire.NodeStatus;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * All that a node of the product is here: its replicas, one of each group; its handling of
 * requests, which answers or forwards to whoever leads; what moves partitions between the groups;
 * and a client. Of the event loop.
 */
public final class StoreNode implements AutoCloseable {

  private static final long HEAP_BYTES = 64 << 20;

  /** In bytes a second, of files of partitions that come. */
  private static final long MOVE_RATE = 64 << 20;

  /** More sessions than any test makes; what is too old is an error of no known outcome. */
  private static final Retention KEPT = new Retention(TimeUnit.DAYS.toMillis(1), 1_000_000);

  private final LocalReplicas replicas;
  private final NodeMoves moves;
  private final RoutedStore client;

  /** Starts this node's replicas. */
  public StoreNode(Node node, GroupSettings settings, Guards guards) throws IOException {
    MemoryBudget budget = MemoryBudget.of(HEAP_BYTES, HEAP_BYTES, HEAP_BYTES);
    Membership members = new Membership(node.ids(), node.id(), settings.groups());
    Requests requests = new Requests(node, settings.patienceMillis() / RoutedStore.ATTEMPTS);
    NodeLinks links =
        new NodeLinks(
            members.topology(),
            address -> {
              int number = members.numberAt(address.getPort());
              return CompletableFuture.completedFuture(requests.to(number, members.nameOf(number)));
            },
            node.loop());
    replicas = new LocalReplicas(node, members, settings, guards, budget);
    moves =
        new NodeMoves(
            members.topology(),
            links,
            replicas::taker,
            new NodeMoves.Tools(
                node.loop(),
                SystemClock.INSTANCE,
                DaemonWorkers.named("-moves"),
                new EndlessRoom(),
                0,
                MOVE_RATE,
                () -> Tails.UNKNOWN,
                budget.account(Purpose.MOVES)));
    NodeRequests handler =
        new NodeRequests(
            members.topology(),
            replicas.drivers(),
            StoreNode::stamp,
            KEPT,
            GroupSettings.LIMITS,
            budget,
            each -> NodeStatus.newBuilder().setNode(members.self()),
            new Forwarder(links, () -> {}),
            moves.requests(),
            BalancerRequests.NONE,
            BirthRequests.NONE,
            SystemClock.INSTANCE,
            links);
    replicas.start(moves.post());
    requests.serve(handler);
    client =
        new RoutedStore(
            node.loop(),
            members.ownAddress(),
            requests.toSelf(members.self(), handler),
            TimeUnit.MILLISECONDS.toNanos(settings.patienceMillis()));
  }

  private static long stamp(ReplicaDriver driver) {
    return Math.max(System.currentTimeMillis(), driver.appliedTime() + 1);
  }

  /** Runs are short. */
  private record EndlessRoom() implements DiskRoom {

    @Override
    public long freeBytes() {
      return Long.MAX_VALUE;
    }

    @Override
    public boolean isShort() {
      return false;
    }
  }

  /** What clients of this node use. */
  public Store store() {
    return client;
  }

  /** Closes the files of this node's replicas. */
  @Override
  public void close() throws IOException {
    client.close();
    moves.close();
    replicas.close();
  }
}
