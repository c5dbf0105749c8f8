package io.zabdb.simulator.client;

import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A connection to a node. Not thread-safe. */
final class Wire implements RpcConnection {

  private final World world;
  private final Links links;
  private final Wires wires;
  private final int from;
  private final int to;
  private final Server server;

  /** The one that accepted it. */
  private final Object process;

  private final Map<Long, CompletableFuture<Response>> underWay = new LinkedHashMap<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private long lastId;
  private long lastThere;
  private long lastBack;

  Wire(World world, Links links, Wires wires, int from, int to, Server server) {
    this.world = world;
    this.links = links;
    this.wires = wires;
    this.from = from;
    this.to = to;
    this.server = server;
    process = server.process();
  }

  @Override
  public CompletableFuture<Response> send(Request.Builder request) {
    if (closed.isDone()) {
      return CompletableFuture.failedFuture(new IOException("the connection is closed"));
    }
    long id = ++lastId;
    CompletableFuture<Response> answer = new CompletableFuture<>();
    underWay.put(id, answer);
    Request sent = request.setId(id).build();
    lastThere = Math.max(lastThere, world.time().now() + links.delay(from, to));
    long giveUp = lastThere + wires.giveUpMicros();
    world.time().at(lastThere, () -> arrive(sent, giveUp));
    return answer;
  }

  private void arrive(Request request, long giveUp) {
    if (closed.isDone()) {
      return;
    }
    if (links.isCut(from, to) || !server.isHostUp()) {
      later(giveUp, () -> arrive(request, giveUp));
    } else if (server.process() != process) {
      breakOff("node " + to + " knows nothing of the connection");
    } else {
      server.take(request, new Answering(request.getId()));
    }
  }

  private void later(long giveUp, Runnable retry) {
    if (world.time().now() >= giveUp) {
      breakOff("no sign of node " + to);
    } else {
      world.time().after(Wires.RETRY_MICROS, retry);
    }
  }

  private void back(long id, Response response, long giveUp) {
    CompletableFuture<Response> answer = underWay.get(id);
    if (closed.isDone() || answer == null) {
      return;
    }
    if (links.isCut(to, from)) {
      later(giveUp, () -> back(id, response, giveUp));
    } else {
      underWay.remove(id);
      answer.complete(response);
    }
  }

  /** The side of whoever connected breaks, when it hears of that. */
  void processEnded(int node) {
    if (node == from) {
      close();
    } else if (node == to) {
      world
          .time()
          .after(
              links.delay(to, from),
              () -> {
                if (!links.isCut(to, from)) {
                  breakOff("node " + to + " has closed the connection");
                }
              });
    }
  }

  /** Whether it is gone with the machine of whoever connected. */
  boolean powerLost(int node) {
    if (node == from) {
      underWay.clear();
      closed.complete(null);
    } else if (node == to) {
      world.time().after(wires.giveUpMicros(), () -> breakOff("no sign of node " + to));
    }
    return node == from;
  }

  private void breakOff(String why) {
    if (!closed.isDone()) {
      closed.complete(null);
      wires.closed(this);
      Map<Long, CompletableFuture<Response>> lost = new LinkedHashMap<>(underWay);
      underWay.clear();
      lost.values().forEach(answer -> answer.completeExceptionally(new IOException(why)));
    }
  }

  @Override
  public ServerHello server() {
    return ServerHello.newBuilder().setNode(to).build();
  }

  @Override
  public boolean isOpen() {
    return !closed.isDone();
  }

  @Override
  public CompletableFuture<Void> closed() {
    return closed;
  }

  @Override
  public void close() {
    breakOff("closed");
  }

  private final class Answering extends AnswerTaker {

    private final long id;
    private boolean answered;

    Answering(long id) {
      this.id = id;
    }

    @Override
    public void respond(Response.Builder response) {
      if (!answered) {
        answered = true;
        Response sent = response.setId(id).build();
        lastBack = Math.max(lastBack, world.time().now() + links.delay(to, from));
        long giveUp = lastBack + wires.giveUpMicros();
        world
            .time()
            .at(
                lastBack,
                () -> {
                  if (server.process() == process) {
                    back(id, sent, giveUp);
                  }
                });
      }
    }

    @Override
    public boolean isAbandoned() {
      return closed.isDone();
    }
  }
}
