package io.zabdb.node.server;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.core.group.Settings;
import io.zabdb.core.session.Retention;
import io.zabdb.environment.Worker;
import io.zabdb.environment.threads.SystemClock;
import io.zabdb.environment.threads.ThreadWorkers;
import io.zabdb.model.data.Family;
import io.zabdb.net.socket.Loops;
import io.zabdb.node.balance.BalancerRequests;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.node.metrics.Tails;
import io.zabdb.node.move.BaseFetcher;
import io.zabdb.node.move.FakeTaker;
import io.zabdb.node.move.MoveTraffic;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.MoveTaker;
import io.zabdb.rpc.RpcClient;
import io.zabdb.rpc.RpcServer;
import io.zabdb.rpc.RpcSettings;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A node of two groups without replicas, but with all that groups need to talk: group 0 is on node
 * 0, group 1 on nodes 0 to 2.
 */
final class PostedNode implements AutoCloseable {

  static final int OTHER = 1;
  private static final UUID CLUSTER = UUID.fromString("6f1c2a52-0000-4000-8000-000000000001");

  final FakeTaker taker = new FakeTaker();
  final Topology topology;
  final MemoryBudget budget;
  final GroupCourier courier;
  final HandTimers timers;

  /** Whether it takes part in moves of group 1. */
  volatile boolean takesPart = true;

  final NodeLinks links;
  final MoveTraffic traffic;
  final BaseFetcher fetcher;
  private final Worker disk = new ThreadWorkers(Thread::new, "-posted").open("disk");
  private final EventLoopGroup loops = Loops.create("posted", 1);
  private final RpcClient client = new RpcClient(loops, RpcSettings.DEFAULT, null);
  private final RpcServer server;

  PostedNode(int node, long heapBytes) {
    topology =
        new Topology(
            CLUSTER,
            node,
            new ShardingConfig(
                List.of(new GroupConfig(0, List.of(0)), new GroupConfig(OTHER, List.of(0, 1, 2))),
                1,
                List.of(Family.of("f"))),
            Map.of());
    budget = MemoryBudget.of(heapBytes, 100 << 20, 0);
    timers = new HandTimers(new NettyLoop(loops.next()));
    links =
        new NodeLinks(
            topology, address -> client.connect(address, ClientHello.getDefaultInstance()), timers);
    MemoryAccount memory = budget.account(Purpose.MOVES);
    NettyLoop loop = new NettyLoop(loops.next());
    traffic = new MoveTraffic(loop, SystemClock.INSTANCE, 1L << 30, () -> Tails.UNKNOWN);
    fetcher =
        new BaseFetcher(
            loop,
            SystemClock.INSTANCE,
            disk,
            LoneNode.PLENTY,
            0,
            (from, part) -> links.ask(from, Request.newBuilder().setReadFile(part), 3_000),
            traffic,
            memory);
    courier = new GroupCourier(topology, links, this::taker, fetcher, memory);
    NodeRequests requests =
        new NodeRequests(
            topology,
            Map.of(),
            replica -> 1,
            Retention.FOREVER,
            Settings.Limits.DEFAULT,
            budget,
            replicas -> NodeStatus.newBuilder(),
            new Forwarder(links, () -> {}),
            new MoveRequests(topology, this::taker, fetcher, links, traffic, disk),
            BalancerRequests.NONE,
            BirthRequests.NONE,
            SystemClock.INSTANCE,
            links);
    server =
        new RpcServer(
            loops,
            RpcSettings.DEFAULT,
            ServerHello.newBuilder().setNode(node).build(),
            null,
            budget,
            requests);
  }

  private Optional<MoveTaker> taker(int group) {
    boolean isHere = group == OTHER ? takesPart : group == 0 && topology.node() == 0;
    return isHere ? Optional.of(taker) : Optional.empty();
  }

  /** Listens; returns where. */
  Address bind() throws IOException {
    return new Address("127.0.0.1", server.bind("127.0.0.1", 0).getPort());
  }

  /** It thinks that a node leads the other group. */
  void believes(int leader) {
    topology.leads(OTHER, topology.group(OTHER).orElseThrow().memberOf(leader), 1);
  }

  /** Returns once its loop has done what it had begun: what follows an answer, too. */
  void settle() {
    CompletableFuture.runAsync(() -> {}, timers::execute).orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** Why it does not get what node 0 offers; empty: it may. */
  String failure(BaseOffer offer) {
    return fetcher.offered(OTHER, taker, offer, 0).reason();
  }

  @Override
  public void close() {
    server.close();
    fetcher.stop();
    disk.close();
    links.close();
    client.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
