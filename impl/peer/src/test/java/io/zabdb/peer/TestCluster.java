package io.zabdb.peer;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.socket.PoolCheck;
import io.zabdb.net.tls.Tls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Transports of some nodes in one process, each with a loop group of its own. */
final class TestCluster implements AutoCloseable {

  static final String ID = "6f1c2a52-0000-4000-8000-000000000001";

  private final Path folder;
  private final AtomicReferenceArray<InetSocketAddress> addresses;
  private final List<EventLoopGroup> loops = new ArrayList<>();
  final List<PeerTransport> transports = new ArrayList<>();
  private final List<TestReplica> replicas = new ArrayList<>();

  TestCluster(int nodes, PeerSettings settings, Tls tls, Path folder) throws IOException {
    this(nodes, settings, tls, folder, name -> Loops.create(name, 3));
  }

  /** The same with certificates of their own. */
  TestCluster(PeerSettings settings, List<Tls> certificates, Path folder) throws IOException {
    this(
        certificates.size(),
        settings,
        certificates::get,
        folder,
        name -> Loops.create(name, 3),
        queues());
  }

  TestCluster(
      int nodes,
      PeerSettings settings,
      Tls tls,
      Path folder,
      Function<String, EventLoopGroup> loopsOf)
      throws IOException {
    this(nodes, settings, node -> tls, folder, loopsOf, queues());
  }

  /** The same, with memory for messages that wait, of all nodes together. */
  TestCluster(int nodes, PeerSettings settings, Path folder, MemoryAccount queues)
      throws IOException {
    this(nodes, settings, node -> null, folder, name -> Loops.create(name, 3), queues);
  }

  private TestCluster(
      int nodes,
      PeerSettings settings,
      IntFunction<Tls> tls,
      Path folder,
      Function<String, EventLoopGroup> loopsOf,
      MemoryAccount queues)
      throws IOException {
    this.folder = folder;
    this.addresses = new AtomicReferenceArray<>(nodes);
    for (int node = 0; node < nodes; node++) {
      loops.add(loopsOf.apply("node" + node));
      PeerTransport transport =
          new PeerTransport(loops.get(node), settings, ID, tls.apply(node), queues);
      transports.add(transport);
      addresses.set(node, transport.bind("127.0.0.1", 0));
    }
  }

  /** Enough memory for messages that wait. */
  static MemoryAccount queues() {
    return MemoryBudget.of(256 << 20, 0, 0).account(Purpose.PEER_QUEUES);
  }

  InetSocketAddress address(int node) {
    return addresses.get(node);
  }

  void setAddress(int node, InetSocketAddress address) {
    addresses.set(node, address);
  }

  List<Supplier<InetSocketAddress>> members() {
    List<Supplier<InetSocketAddress>> members = new ArrayList<>();
    for (int node = 0; node < addresses.length(); node++) {
      int number = node;
      members.add(() -> addresses.get(number));
    }
    return members;
  }

  EventLoop loop(int node) {
    return loops.get(node).next();
  }

  EventLoopGroup loops(int node) {
    return loops.get(node);
  }

  Path incoming(int node, int group) {
    return folder.resolve("node" + node).resolve("group" + group);
  }

  TestReplica attach(int node, int group) {
    return attach(node, group, loop(node), LamportClock.OFF);
  }

  TestReplica attach(int node, int group, EventLoop loop, LamportClock clock) {
    TestReplica replica =
        new TestReplica(
            transports.get(node), loop, group, node, members(), incoming(node, group), clock);
    replicas.add(replica);
    return replica;
  }

  @Override
  public void close() {
    replicas.forEach(TestReplica::close);
    replicas.clear();
    transports.forEach(PeerTransport::close);
    for (EventLoopGroup group : loops) {
      group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
    PoolCheck.awaitEmpty();
  }
}
