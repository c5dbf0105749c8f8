package io.zabdb.testkit.sim.network;

import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.engine.SeededRandom;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Connections, as TCP makes them: in order and reliable until they break; a broken one delivers a
 * part, from the front, of what was under way. A link that is cut holds things up; after {@link
 * #giveUpMicros} the sender's side gives up. Not thread-safe.
 */
public final class Network {

  private final World world;
  private final Links links;
  private final SeededRandom random;
  private final Endpoint[] endpoints;
  private final long giveUpMicros;
  private final Map<Connection, Wire> wires = new LinkedHashMap<>();

  public Network(World world, Links links) {
    this.world = world;
    this.links = links;
    random = world.random("network.connections");
    giveUpMicros = random.spread(100_000, 5_000_000);
    endpoints = new Endpoint[world.nodes()];
  }

  /** How long a sender retries before its connection breaks, in microseconds. */
  public long giveUpMicros() {
    return giveUpMicros;
  }

  /** Names the endpoint of a node; once for each, before anything is sent. */
  public void attach(int node, Endpoint endpoint) {
    endpoints[node] = endpoint;
  }

  // -- what nodes ask for

  public void connect(Connection connection) {
    Wire wire = new Wire(connection);
    if (wires.putIfAbsent(connection, wire) != null) {
      throw new IllegalStateException("connection " + connection + " is used twice");
    }
    write(wire.toAcceptor, wire, new Input.ConnectionRequested(connection));
  }

  public void accept(int node, Connection connection) {
    writeFrom(node, connection, new Input.ConnectionAccepted(connection));
  }

  /** Sends a message; it is lost if the connection has ended. */
  public void send(int node, Connection connection, Message message) {
    writeFrom(node, connection, new Input.Received(connection, message));
  }

  /** Closes a node's side. The other side reads of it behind what still arrives. */
  public void close(int node, Connection connection) {
    Wire wire = wires.get(connection);
    if (wire != null && !wire.from(node).closedToWriter) {
      hangUp(wire, node);
    }
  }

  // -- what befalls nodes and links

  /** The process of a node has ended: its system closes all its connections. */
  public void processEnded(int node) {
    for (Wire wire : wiresOf(node)) {
      hangUp(wire, node);
    }
  }

  /** A node has lost power: the others hear nothing of it until it is back or they give up. */
  public void powerLost(int node) {
    for (Wire wire : wiresOf(node)) {
      Stream out = wire.from(node);
      if (!out.closedToWriter) {
        out.cutShort(random);
        world.time().after(giveUpMicros, () -> notice(wire, out));
      }
      wire.to(node).dropAll();
      forget(wire);
    }
  }

  /** A node has power again, and its system rejects what belongs to former connections. */
  public void powerBack(int node) {
    for (Wire wire : wiresOf(node)) {
      if (wire.to(node).closedToReader) {
        notice(wire, wire.from(node));
      }
    }
    resume();
  }

  /** Breaks all connections between two nodes; both sides hear of it. */
  public void breakBetween(int a, int b) {
    for (Wire wire : List.copyOf(wires.values())) {
      if (wire.joins(a, b)) {
        breakStream(wire, wire.toAcceptor);
        breakStream(wire, wire.toInitiator);
      }
    }
  }

  /** Links may work again: what they held up goes on. */
  public void resume() {
    for (Wire wire : wires.values()) {
      resume(wire, wire.toAcceptor);
      resume(wire, wire.toInitiator);
    }
  }

  /** Links are as fast again as they were: what waited comes at once. */
  public void hurry() {
    for (Wire wire : wires.values()) {
      hurry(wire, wire.toAcceptor);
      hurry(wire, wire.toInitiator);
    }
  }

  // -- streams

  private void writeFrom(int node, Connection connection, Input input) {
    Wire wire = wires.get(connection);
    if (wire != null && !wire.from(node).closedToWriter) {
      write(wire.from(node), wire, input);
    }
  }

  private void write(Stream stream, Wire wire, Input input) {
    if (stream.closedToReader) {
      doubt(wire, stream);
      return;
    }
    stream.underWay.add(input);
    scheduleArrival(wire, stream);
  }

  /**
   * What is written to a side that has hung up is not acknowledged, though the end of it is lost.
   */
  private void doubt(Wire wire, Stream stream) {
    if (!stream.doubted) {
      stream.doubted = true;
      world.time().after(giveUpMicros, () -> giveUp(wire, stream.from));
    }
  }

  private void scheduleArrival(Wire wire, Stream stream) {
    long due = world.time().now() + links.delay(stream.from, stream.to);
    long gap = links.gap(stream.from, stream.to);
    stream.lastArrival = Math.max(stream.lastArrival + gap, due);
    world.time().at(stream.lastArrival, () -> arrive(wire, stream));
  }

  /**
   * The next in line arrives. There may be more of these events than there are things under way,
   * after a stall or a loss; then one comes to nothing, or a little early.
   */
  private void arrive(Wire wire, Stream stream) {
    if (stream.underWay.isEmpty() || stream.stalledSince >= 0) {
      return;
    }
    Endpoint reader = endpoints[stream.to];
    if (links.isCut(stream.from, stream.to) || !reader.isHostUp()) {
      stall(wire, stream);
      return;
    }
    Input input = stream.underWay.poll();
    if (!reader.isProcessUp()) {
      hangUp(wire, stream.to);
      return;
    }
    if (input instanceof Input.ConnectionClosed) {
      end(wire, stream);
    }
    if (world.log().isOn() && input instanceof Input.Received received) {
      world
          .log()
          .message(world.time().now(), stream.from, stream.to, received.message().toString());
    }
    reader.give(input);
  }

  private void stall(Wire wire, Stream stream) {
    stream.stalledSince = world.time().now();
    world.counts().add("network: stream held up");
    long since = stream.stalledSince;
    world
        .time()
        .after(
            giveUpMicros,
            () -> {
              if (stream.stalledSince == since && !stream.closedToReader) {
                giveUp(wire, stream.from);
              }
            });
  }

  /** The sender's side breaks, and the other side hears of it when the link works again. */
  private void giveUp(Wire wire, int node) {
    Stream in = wire.to(node);
    if (in.closedToReader || !endpoints[node].isProcessUp()) {
      return;
    }
    world.counts().add("network: connection given up");
    hangUp(wire, node);
    endpoints[node].give(new Input.ConnectionClosed(wire.connection));
  }

  private void resume(Wire wire, Stream stream) {
    boolean works = !links.isCut(stream.from, stream.to) && endpoints[stream.to].isHostUp();
    if (stream.stalledSince >= 0 && works) {
      stream.stalledSince = -1;
      for (int i = 0; i < stream.underWay.size(); i++) {
        scheduleArrival(wire, stream);
      }
    }
  }

  private void hurry(Wire wire, Stream stream) {
    long now = world.time().now();
    if (stream.stalledSince < 0 && links.gap(stream.from, stream.to) == 0) {
      stream.lastArrival = Math.min(stream.lastArrival, now);
      for (int i = 0; i < stream.underWay.size(); i++) {
        scheduleArrival(wire, stream);
      }
    }
  }

  /** A node's side ends. */
  private void hangUp(Wire wire, int node) {
    wire.to(node).dropAll();
    breakStream(wire, wire.from(node));
    forget(wire);
  }

  private void breakStream(Wire wire, Stream stream) {
    if (!stream.closedToWriter) {
      stream.cutShort(random);
      write(stream, wire, new Input.ConnectionClosed(wire.connection));
    }
  }

  /** The reader of a stream whose writer vanished gets to know. */
  private void notice(Wire wire, Stream stream) {
    if (!stream.closedToReader && !hasEnd(stream)) {
      write(stream, wire, new Input.ConnectionClosed(wire.connection));
    }
  }

  private static boolean hasEnd(Stream stream) {
    return stream.underWay.peekLast() instanceof Input.ConnectionClosed;
  }

  /** The reader has read of the end. */
  private void end(Wire wire, Stream stream) {
    stream.dropAll();
    wire.from(stream.to).closedToWriter = true;
    forget(wire);
  }

  private void forget(Wire wire) {
    if (wire.isOver()) {
      wires.remove(wire.connection);
    }
  }

  private List<Wire> wiresOf(int node) {
    List<Wire> found = new ArrayList<>();
    for (Wire wire : wires.values()) {
      if (wire.joins(node)) {
        found.add(wire);
      }
    }
    return found;
  }
}
