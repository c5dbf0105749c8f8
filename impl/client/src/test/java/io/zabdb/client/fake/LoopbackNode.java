package io.zabdb.client.fake;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.net.socket.Loops;
import io.zabdb.rpc.Responder;
import io.zabdb.rpc.RpcServer;
import io.zabdb.rpc.RpcSettings;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.FilesVerified;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import io.zabdb.rpc.wire.StateHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A node behind a real socket, which is its whole cluster: one group, in memory. */
public final class LoopbackNode implements AutoCloseable {

  public static final UUID CLUSTER = new UUID(3, 3);
  public static final int PARTITIONS = 4;

  private static final String HOST = "127.0.0.1";

  private final EventLoopGroup loops = Loops.create("loopback", 1);
  private final FakeStore store = new FakeStore();
  private final Ring ring = Ring.even(1, PARTITIONS);
  private final AtomicInteger requests = new AtomicInteger();
  private RpcServer server;
  private int port;

  /** Starts on a free port. */
  public LoopbackNode() {
    start();
  }

  /** HOST:PORT, the same after a restart. */
  public String address() {
    return HOST + ":" + port;
  }

  public FakeStore store() {
    return store;
  }

  /** How many requests came, hellos excepted. */
  public int requests() {
    return requests.get();
  }

  /** Listens. */
  public void start() {
    ServerHello hello = ServerHello.newBuilder().setCluster(CLUSTER.toString()).setNode(0).build();
    server =
        new RpcServer(
            loops,
            RpcSettings.DEFAULT,
            hello,
            null,
            MemoryBudget.of(100 << 20, 100 << 20, 0),
            this::handle);
    try {
      InetSocketAddress bound = server.bind(HOST, port);
      port = bound.getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes all connections, and listens no more. */
  public void stop() {
    server.close();
  }

  @Override
  public void close() {
    server.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private void handle(Request request, Responder responder) {
    requests.incrementAndGet();
    responder.respond(
        switch (request.getBodyCase()) {
          case UPDATE -> store.update(request.getUpdate());
          case GET -> store.get(request.getGet());
          case SCAN -> store.scan(request.getScan());
          case GET_RING -> ring();
          case GET_STATUS -> Response.newBuilder().setStatus(NodeStatus.newBuilder().setNode(0));
          case TRANSFER -> Response.newBuilder().setDone(Done.getDefaultInstance());
          case COMPACT ->
              request.getCompact().getGroup() == 0
                  ? Response.newBuilder().setDone(Done.getDefaultInstance())
                  : FakeStore.error(ErrorCode.NOT_FOUND, "there is no such group here", false);
          case HASH_STATE ->
              Response.newBuilder()
                  .setStateHash(StateHash.newBuilder().setIndex(request.getHashState().getIndex()));
          case VERIFY_FILES ->
              Response.newBuilder().setFilesVerified(FilesVerified.newBuilder().setBytes(3));
          default -> FakeStore.error(ErrorCode.INVALID_ARGUMENT, "unknown", false);
        });
  }

  private Response.Builder ring() {
    io.zabdb.rpc.wire.Ring.Builder wire =
        io.zabdb.rpc.wire.Ring.newBuilder().setCluster(CLUSTER.toString()).setVersion(1);
    FakeStore.FAMILIES.forEach(
        family -> wire.addFamiliesBuilder().setName(family.name()).setVersions(family.versions()));
    for (RingPartition partition : ring.partitions()) {
      wire.addPartitionsBuilder()
          .setName(partition.name())
          .setAfter(partition.range().after())
          .setUpTo(partition.range().upTo())
          .setGroup(partition.group());
    }
    wire.addGroupsBuilder().setId(0).addNodes(0).setLeaderNodePlusOne(1).setEpoch(1);
    wire.addNodesBuilder().setId(0).setHost(HOST).setPort(port);
    return Response.newBuilder().setRing(wire);
  }
}
