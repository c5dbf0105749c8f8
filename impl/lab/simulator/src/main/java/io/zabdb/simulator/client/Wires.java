package io.zabdb.simulator.client;

import io.zabdb.rpc.RpcConnection;
import io.zabdb.testkit.sim.engine.World;
import io.zabdb.testkit.sim.network.Links;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Connections from clients, and from nodes that forward, to nodes: in order and reliable until they
 * break. A link that is cut holds things up until it works again, or until the connection is given
 * up. Not thread-safe.
 */
public final class Wires {

  /** How long somebody waits for a connection, in microseconds. */
  private static final long CONNECT_MICROS = 2_000_000;

  static final long RETRY_MICROS = 20_000;

  private final World world;
  private final Links links;
  private final List<? extends Server> servers;
  private final long giveUpMicros;
  private final List<Wire> open = new ArrayList<>();

  /**
   * @param servers by number; may still be filled before the first connection
   * @param giveUpMicros how long a link may be cut before a connection breaks
   */
  public Wires(World world, Links links, List<? extends Server> servers, long giveUpMicros) {
    this.world = world;
    this.links = links;
    this.servers = servers;
    this.giveUpMicros = giveUpMicros;
  }

  /**
   * Connects to a node.
   *
   * @param from a host of {@link Links}
   */
  public CompletableFuture<RpcConnection> connect(int from, int to) {
    CompletableFuture<RpcConnection> connected = new CompletableFuture<>();
    knock(from, to, world.time().now() + CONNECT_MICROS, connected);
    return connected;
  }

  private void knock(int from, int to, long end, CompletableFuture<RpcConnection> connected) {
    Server server = servers.get(to);
    if (links.isCut(from, to) || links.isCut(to, from) || !server.isHostUp()) {
      if (world.time().now() >= end) {
        connected.completeExceptionally(new IOException("no answer from node " + to));
      } else {
        world.time().after(RETRY_MICROS, () -> knock(from, to, end, connected));
      }
      return;
    }
    long there = links.delay(from, to);
    long back = links.delay(to, from);
    world
        .time()
        .after(
            there + back,
            () -> {
              if (server.process() == null) {
                connected.completeExceptionally(new IOException("node " + to + " refuses"));
              } else {
                Wire wire = new Wire(world, links, this, from, to, server);
                open.add(wire);
                connected.complete(wire);
              }
            });
  }

  /** The process of a node has ended, and its system closes its connections. */
  public void processEnded(int node) {
    for (Wire wire : List.copyOf(open)) {
      wire.processEnded(node);
    }
  }

  /** A node has lost power: whoever waits for it hears nothing. */
  public void powerLost(int node) {
    open.removeIf(wire -> wire.powerLost(node));
  }

  void closed(Wire wire) {
    open.remove(wire);
  }

  long giveUpMicros() {
    return giveUpMicros;
  }
}
