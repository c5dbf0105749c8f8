package io.zabdb.client.fake;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.Scan;
import io.zabdb.rpc.wire.ServerHello;
import io.zabdb.rpc.wire.Update;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A node of a fake cluster. */
public final class FakeNode {

  private enum Health {
    UP,
    STOPPED,
    DOWN
  }

  /** What becomes of what clients send; between nodes messages always pass. */
  public enum Road {
    OPEN,
    /** New connections are refused, old ones were broken. */
    REFUSED,
    /** Whatever is sent waits until the road is open. */
    SILENT
  }

  private static final long CONNECT_TIMEOUT = 2_000_000_000L;

  private static final int FIRST_PORT = 7_000;

  private final int id;
  private final FakeCluster cluster;
  private final VirtualTimers time;
  private final Map<Integer, Integer> beliefs = new HashMap<>();
  private final List<FakeConnection> connections = new ArrayList<>();
  private final List<Runnable> backlog = new ArrayList<>();
  private final List<Request> received = new ArrayList<>();
  private final List<Runnable> onTheRoad = new ArrayList<>();
  private Health health = Health.UP;
  private Road road = Road.OPEN;

  FakeNode(int id, FakeCluster cluster, VirtualTimers time) {
    this.id = id;
    this.cluster = cluster;
    this.time = time;
  }

  public int id() {
    return id;
  }

  String host() {
    return "node" + id;
  }

  int port() {
    return FIRST_PORT + id;
  }

  public String address() {
    return host() + ":" + port();
  }

  public boolean isUp() {
    return health == Health.UP;
  }

  public boolean isDown() {
    return health == Health.DOWN;
  }

  /** All requests that came to its attention. */
  public List<Request> received() {
    return received;
  }

  /** Who leads a group, as far as this node knows; -1: nobody. */
  public void believe(int group, int leader) {
    beliefs.put(group, leader);
  }

  /** Like kill -9. */
  public void kill() {
    health = Health.DOWN;
    backlog.clear();
    breakConnections();
  }

  /** Like SIGSTOP: it accepts connections and requests, and does nothing. */
  public void stop() {
    health = Health.STOPPED;
  }

  /** Runs again after a kill or a stop; what waited at it is done now. */
  public void resume() {
    health = Health.UP;
    List<Runnable> waited = new ArrayList<>(backlog);
    backlog.clear();
    waited.forEach(Runnable::run);
  }

  /** Breaks all connections; what was sent over them may have come. */
  public void breakConnections() {
    List<FakeConnection> all = new ArrayList<>(connections);
    connections.clear();
    all.forEach(FakeConnection::breakOff);
  }

  /** How clients reach this node from now on; the other nodes reach it as before. */
  public void setRoad(Road next) {
    road = next;
    if (next == Road.REFUSED) {
      breakConnections();
    } else if (next == Road.OPEN) {
      List<Runnable> waited = new ArrayList<>(onTheRoad);
      onTheRoad.clear();
      waited.forEach(Runnable::run);
    }
  }

  /** Something of a client has come as far as the road to this node, or from it. */
  void whenReached(Runnable action) {
    if (road == Road.SILENT) {
      onTheRoad.add(action);
    } else {
      action.run();
    }
  }

  CompletableFuture<RpcConnection> connect() {
    CompletableFuture<RpcConnection> result = new CompletableFuture<>();
    if (road == Road.SILENT) {
      time.in(
          CONNECT_TIMEOUT,
          () -> result.completeExceptionally(new IOException("connection timed out")));
      return result;
    }
    time.in(
        2 * cluster.latency(),
        () -> {
          if (health == Health.DOWN || road == Road.REFUSED) {
            result.completeExceptionally(new IOException("connection refused"));
          } else {
            whenRunning(
                () -> {
                  FakeConnection connection = new FakeConnection(this, time);
                  connections.add(connection);
                  result.complete(connection);
                });
          }
        });
    return result;
  }

  long latency() {
    return cluster.latency();
  }

  /** Something has come to this node: it takes it when it runs. */
  void whenRunning(Runnable action) {
    if (health == Health.UP) {
      action.run();
    } else if (health == Health.STOPPED) {
      backlog.add(action);
    }
  }

  void handle(Request request, Consumer<Response.Builder> responder) {
    received.add(request);
    Response.Builder scripted = cluster.scripted(id, request);
    if (scripted == null) {
      answer(request, responder);
    } else if (scripted.getBodyCase() != Response.BodyCase.BODY_NOT_SET) {
      responder.accept(scripted);
    }
  }

  private void answer(Request request, Consumer<Response.Builder> responder) {
    switch (request.getBodyCase()) {
      case HELLO ->
          responder.accept(Response.newBuilder().setHello(ServerHello.getDefaultInstance()));
      case GET_RING -> responder.accept(cluster.ringResponse());
      case GET_STATUS ->
          responder.accept(Response.newBuilder().setStatus(NodeStatus.newBuilder().setNode(id)));
      case UPDATE -> {
        Update update = request.getUpdate();
        ifMine(
            update.getGroup(),
            update.getPartition(),
            false,
            request,
            responder,
            leader -> cluster.commit(leader, update, responder));
      }
      case GET -> {
        Get get = request.getGet();
        ifMine(
            get.getGroup(),
            get.getPartition(),
            get.getStale() || get.getSpread(),
            request,
            responder,
            leader -> responder.accept(cluster.store().get(get)));
      }
      case SCAN -> {
        Scan scan = request.getScan();
        ifMine(
            scan.getGroup(),
            scan.getPartition(),
            scan.getStale() || scan.getSpread(),
            request,
            responder,
            leader -> responder.accept(cluster.store().scan(scan)));
      }
      case TRANSFER -> {
        int group = request.getTransfer().getGroup();
        responder.accept(
            cluster.leader(group) == id
                ? Response.newBuilder().setDone(Done.getDefaultInstance())
                : notLeader(group));
      }
      default ->
          responder.accept(
              FakeStore.error(
                  ErrorCode.INVALID_ARGUMENT, request.getBodyCase() + " is not faked", false));
    }
  }

  private void ifMine(
      int group,
      String partition,
      boolean isForAnyReplica,
      Request request,
      Consumer<Response.Builder> responder,
      Consumer<Integer> action) {
    int leader = cluster.leader(group);
    int believed = beliefs.getOrDefault(group, -1);
    Response.Builder wrongOwner = cluster.wrongOwner(group, partition);
    if (wrongOwner != null) {
      responder.accept(wrongOwner);
    } else if (isForAnyReplica && leader >= 0) {
      action.accept(leader);
    } else if (believed == id && leader == id) {
      action.accept(id);
    } else if (believed == id) {
      // Deposed, and finds out now.
      believe(group, -1);
      responder.accept(FakeStore.error(ErrorCode.NO_QUORUM, "no quorum is heard", true));
    } else if (request.getForward() && believed >= 0) {
      forward(believed, request, responder);
    } else {
      responder.accept(notLeader(group));
    }
  }

  private Response.Builder notLeader(int group) {
    int believed = beliefs.getOrDefault(group, -1);
    if (believed < 0) {
      return FakeStore.error(ErrorCode.NO_QUORUM, "node " + id + " knows of no leader", false);
    }
    Response.Builder notLeader =
        FakeStore.error(ErrorCode.NOT_LEADER, "node " + id + " does not lead", false);
    notLeader
        .getErrorBuilder()
        .setLeaderNodePlusOne(believed + 1)
        .setLeaderAddress(cluster.node(believed).address());
    return notLeader;
  }

  private void forward(int to, Request request, Consumer<Response.Builder> responder) {
    FakeNode leader = cluster.node(to);
    Request once = request.toBuilder().setForward(false).build();
    time.in(
        cluster.latency(),
        () -> {
          if (leader.isDown()) {
            responder.accept(
                FakeStore.error(ErrorCode.UNAVAILABLE, "node " + to + " is not there", false));
          } else {
            leader.whenRunning(
                () -> leader.answer(once, response -> passBack(response, responder)));
          }
        });
  }

  private void passBack(Response.Builder response, Consumer<Response.Builder> responder) {
    time.in(cluster.latency(), () -> whenRunning(() -> responder.accept(response)));
  }
}
