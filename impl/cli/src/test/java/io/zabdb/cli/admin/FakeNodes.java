package io.zabdb.cli.admin;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.cli.Cli;
import io.zabdb.client.ZabClient;
import io.zabdb.net.socket.Loops;
import io.zabdb.rpc.RpcServer;
import io.zabdb.rpc.RpcSettings;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Ring;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/** Nodes of a cluster that answer as a test tells them; the first of each group leads it. */
final class FakeNodes implements AutoCloseable {

  static final String CLUSTER = "0f8fad5b-d9cb-469f-a165-70867728950e";

  private final EventLoopGroup loops = Loops.create("test", 1);
  private final List<RpcServer> servers = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private final List<List<Integer>> groups;

  /** How often a node must be asked for the ring before it tells of the last group, by node. */
  private final Map<Integer, AtomicInteger> unaware = new ConcurrentHashMap<>();

  /** The same, until it tells of it no more. */
  private final Map<Integer, AtomicInteger> leaving = new ConcurrentHashMap<>();

  /** Of a cluster with one group. */
  FakeNodes(List<Integer> members, BiFunction<Integer, Request, Response.Builder> answers)
      throws IOException {
    this(members, 1, answers);
  }

  /** Of a cluster with so many groups, all of the same nodes. */
  FakeNodes(
      List<Integer> members, int groups, BiFunction<Integer, Request, Response.Builder> answers)
      throws IOException {
    this(members.size(), Collections.nCopies(groups, members), answers);
  }

  /**
   * @param count how many there are, from 0 on
   * @param groups the nodes of each, by member
   * @param answers to a request at a node, but for the ring
   */
  FakeNodes(
      int count, List<List<Integer>> groups, BiFunction<Integer, Request, Response.Builder> answers)
      throws IOException {
    this.groups = List.copyOf(groups);
    for (int node = 0; node < count; node++) {
      int self = node;
      ServerHello hello = ServerHello.newBuilder().setCluster(CLUSTER).setNode(self).build();
      RpcServer server =
          new RpcServer(
              loops,
              RpcSettings.DEFAULT,
              hello,
              null,
              MemoryBudget.of(64 << 20, 64 << 20, 0),
              (request, responder) ->
                  responder.respond(
                      request.hasGetRing()
                          ? Response.newBuilder().setRing(ring(self))
                          : answers.apply(self, request)));
      servers.add(server);
      ports.add(server.bind("127.0.0.1", 0).getPort());
    }
  }

  /** A node hears of the last group only after it was asked for the ring so many times more. */
  void keepFrom(int node, int times) {
    unaware.put(node, new AtomicInteger(times));
  }

  /** A node tells of the last group only so many times more. */
  void leaves(int node, int times) {
    leaving.put(node, new AtomicInteger(times));
  }

  private boolean knowsAll(int node) {
    AtomicInteger left = leaving.get(node);
    return isOver(unaware.get(node)) && (left == null || !isOver(left));
  }

  private static boolean isOver(AtomicInteger times) {
    return times == null || times.getAndDecrement() <= 0;
  }

  private Ring.Builder ring(int self) {
    Ring.Builder ring =
        Ring.newBuilder()
            .setCluster(CLUSTER)
            .setVersion(1)
            .addFamilies(Ring.Family.newBuilder().setName("default").setVersions(1))
            .addPartitions(
                Ring.Partition.newBuilder()
                    .setName("p0")
                    .setAfter(Long.MIN_VALUE)
                    .setUpTo(Long.MAX_VALUE));
    int known = knowsAll(self) ? groups.size() : groups.size() - 1;
    for (int group = 0; group < known; group++) {
      List<Integer> members = groups.get(group);
      ring.addGroups(
          Ring.Group.newBuilder()
              .setId(group)
              .addAllNodes(members)
              .setLeaderNodePlusOne(members.get(0) + 1));
    }
    for (int node = 0; node < ports.size(); node++) {
      ring.addNodes(
          Ring.Node.newBuilder().setId(node).setHost("127.0.0.1").setPort(ports.get(node)));
    }
    return ring;
  }

  /** The words of a command line that is about these nodes. */
  String[] line(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of(command, "--address=" + address()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private String address() {
    return "127.0.0.1:" + ports.get(0);
  }

  /** Connected to them; closed by the caller. */
  ZabClient client() {
    return ZabClient.builder().nodes(address()).timeout(Duration.ofSeconds(10)).build();
  }

  Cli.Ended run(String command, String... more) {
    return Cli.run(line(command, more));
  }

  void stop(int node) {
    servers.get(node).close();
  }

  @Override
  public void close() {
    servers.forEach(RpcServer::close);
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
