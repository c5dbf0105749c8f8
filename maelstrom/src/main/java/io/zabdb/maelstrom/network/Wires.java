package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.Request;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The network as a replica sees it. Maelstrom's loses messages while there is a partition, and
 * delivers them in any order; a replica wants connections that are in order and reliable until they
 * break. So frames are numbered, sent again until they are received, which the next frame the other
 * way says or a message of its own soon, and a connection whose frames do not arrive in time
 * breaks, as TCP has it. What is sent to a member in a round of the loop goes as one message. No
 * more of a checkpoint is under way than the other side takes. Of the event loop.
 */
public final class Wires implements PeerPort {

  private static final String OPEN = "wire_open";
  private static final String ACCEPT = "wire_accept";
  private static final String CLOSE = "wire_close";
  private static final String RECEIVED = "wire_received";
  private static final String RESET = "wire_reset";

  /** The other side is busy with a checkpoint. */
  private static final String BUSY = "wire_busy";

  /** So many frames are under way, and no further ones of a checkpoint. */
  private static final int MOST_UNDER_WAY = 8;

  private final GroupLines.Line line;
  private final int self;
  private final long againNanos;
  private final long patienceNanos;
  private final long acknowledgeMillis;
  private final PeerListener listener;
  private final PeerDisk disk;
  private final String run = UUID.randomUUID().toString();
  private final Map<Connection, Wire> wires = new HashMap<>();
  private final Map<Connection, Outgoing> outgoing = new HashMap<>();
  private final Map<Connection, Incoming> incoming = new HashMap<>();

  /** The newest connection that each member has opened: a late frame opens no older one again. */
  private final long[] newest;

  private boolean reading = true;
  private boolean closed;

  /**
   * @param line carries the messages of the group
   * @param again after so many milliseconds a frame is sent again
   * @param patience after so many milliseconds a connection breaks
   * @param listener takes what arrives
   * @param disk what is read and written for other members
   */
  public Wires(
      GroupLines.Line line, long again, long patience, PeerListener listener, PeerDisk disk) {
    this.line = line;
    this.listener = listener;
    this.disk = disk;
    self = line.self();
    againNanos = TimeUnit.MILLISECONDS.toNanos(again);
    patienceNanos = TimeUnit.MILLISECONDS.toNanos(patience);
    acknowledgeMillis = Math.max(1, again / 8);
    newest = new long[line.members().size()];
    Arrays.fill(newest, -1);
    for (String type : CoreJson.types()) {
      line.on(type, this::arrived);
    }
    List.of(OPEN, ACCEPT, CLOSE, BUSY, CheckpointFrames.TYPE, Wire.SEVERAL)
        .forEach(type -> line.on(type, this::arrived));
    line.on(RECEIVED, this::received);
    line.on(RESET, this::reset);
    line.loop().every(Math.max(1, again / 2), this::tend);
    line.loop().beforeWaiting(this::sendHeld);
  }

  // -- what the replica asks for

  @Override
  public void connect(Connection connection) {
    open(connection).send(Body.of(OPEN), System.nanoTime());
  }

  @Override
  public void accept(Connection connection) {
    frame(connection, Body.of(ACCEPT));
  }

  @Override
  public void send(Connection connection, Message message) {
    Outgoing messages = outgoing.get(connection);
    if (messages != null) {
      messages.send(message);
    }
  }

  @Override
  public void close(Connection connection) {
    frame(connection, Body.of(CLOSE));
    Wire wire = wires.get(connection);
    if (wire != null) {
      wire.setClosing();
      stop(connection);
    }
  }

  /** Maelstrom carries to all. */
  @Override
  public void votersChanged(long voters) {}

  @Override
  public void notify(int member, Datagram datagram) {
    line.send(line.members().get(member), CoreJson.encode((Record) datagram));
  }

  /**
   * What comes meanwhile is not received: the other side sends it again, and breaks the connection
   * if that takes too long.
   */
  @Override
  public void setReading(boolean is) {
    reading = is;
  }

  /** There are no links that would have to be asked. */
  @Override
  public void setResting(boolean resting) {}

  @Override
  public long oldestNeeded() {
    return outgoing.values().stream()
        .mapToLong(Outgoing::oldestNeeded)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** That is done before the loop waits. */
  @Override
  public void flush() {}

  @Override
  public void close() {
    closed = true;
    List.copyOf(wires.keySet()).forEach(this::close);
    sendHeld();
  }

  private void sendHeld() {
    wires.values().forEach(Wire::flush);
  }

  private void frame(Connection connection, ObjectNode body) {
    Wire wire = wires.get(connection);
    if (wire != null && !wire.isClosing()) {
      wire.send(body, System.nanoTime());
    }
  }

  private Wire open(Connection connection) {
    int peer = connection.initiator() == self ? connection.acceptor() : connection.initiator();
    String name = line.members().get(peer);
    Wire wire = new Wire(connection, run, body -> line.send(name, body));
    wires.put(connection, wire);
    Traffic traffic = new Traffic(wire);
    outgoing.put(connection, new Outgoing(listener.log(), disk, traffic));
    incoming.put(connection, new Incoming(disk, line.loop(), traffic));
    return wire;
  }

  /** What is to be sent cannot be read, or what has come cannot be written. */
  private void giveUp(Connection connection, Exception cause) {
    line.log("connection " + connection + " ends", cause);
    close(connection);
    listener.closed(connection);
  }

  private void stop(Connection connection) {
    Outgoing messages = outgoing.remove(connection);
    if (messages != null) {
      messages.close();
      incoming.remove(connection).close();
    }
  }

  /** What messages and checkpoints need of a connection. */
  private final class Traffic implements Outgoing.Line, Incoming.Reader {

    private final Wire wire;
    private final Connection connection;

    Traffic(Wire wire) {
      this.wire = wire;
      connection = wire.connection();
    }

    @Override
    public void send(ObjectNode body) {
      frame(connection, body);
    }

    @Override
    public boolean hasRoom() {
      return wire.underWay() < MOST_UNDER_WAY;
    }

    @Override
    public void progressed() {
      listener.progressed(connection);
    }

    @Override
    public void message(Message message) {
      listener.received(connection, message);
    }

    /** The other side is told, too. */
    @Override
    public void working() {
      frame(connection, Body.of(BUSY));
      progressed();
    }

    @Override
    public void toldOfCheckpoint(String what) {
      line.log("connection " + connection + ": a checkpoint was " + what);
    }

    @Override
    public void failed(Exception cause) {
      giveUp(connection, cause);
    }
  }

  // -- time

  private void tend() {
    long now = System.nanoTime();
    for (Wire wire : List.copyOf(wires.values())) {
      if (now - wire.waitingSince(now) >= patienceNanos) {
        end(wire);
      } else {
        wire.sendAgain(now, againNanos);
      }
    }
  }

  private void end(Wire wire) {
    wires.remove(wire.connection());
    stop(wire.connection());
    if (!wire.isClosing() && !closed) {
      listener.closed(wire.connection());
    }
  }

  // -- what arrives

  private void arrived(Request request) {
    JsonNode body = request.body();
    if (!body.has("connection")) {
      datagram(request);
      return;
    }
    if (!reading) {
      return;
    }
    Wire wire = wireOf(request);
    if (wire == null) {
      ObjectNode reset = Body.of(RESET);
      reset.set("connection", body.get("connection"));
      line.send(request.source(), reset.put("to_run", body.path("run").asText()));
      return;
    }
    progressed(wire, body);
    boolean isScheduled = wire.owes();
    for (JsonNode frame : Wire.framesIn(body)) {
      if (!isFull(wire)) {
        wire.take(frame, next -> deliver(wire, next));
      }
    }
    if (wire.owesMuch()) {
      wire.acknowledge(Body.of(RECEIVED));
    } else if (!isScheduled && wire.owes()) {
      line.loop().after(acknowledgeMillis, () -> acknowledgeOwed(wire));
    }
  }

  private boolean isFull(Wire wire) {
    Incoming messages = incoming.get(wire.connection());
    return messages != null && messages.isFull();
  }

  /** Unless something that was sent meanwhile has said it. */
  private void acknowledgeOwed(Wire wire) {
    if (wire.owes()) {
      wire.acknowledge(Body.of(RECEIVED));
    }
  }

  private void datagram(Request request) {
    int from = line.members().indexOf(request.source());
    if (!closed && from >= 0 && CoreJson.decode(request.body()) instanceof Datagram datagram) {
      listener.notified(from, datagram);
    }
  }

  /** The wire that a frame is for; null: there is none, and the sender should know. */
  private Wire wireOf(Request request) {
    JsonNode body = request.body();
    Connection connection = connectionIn(body);
    if (isForAnotherRun(body)) {
      return null;
    }
    Wire wire = wires.get(connection);
    if (wire == null && isNew(connection, body)) {
      newest[connection.initiator()] = connection.number();
      wire = open(connection);
    }
    if (wire != null && !wire.isFrom(body.path("run").asText())) {
      end(wire);
      return null;
    }
    return wire;
  }

  private boolean isNew(Connection connection, JsonNode body) {
    return Body.type(Wire.framesIn(body).iterator().next()).equals(OPEN)
        && connection.acceptor() == self
        && connection.number() > newest[connection.initiator()];
  }

  private boolean isForAnotherRun(JsonNode body) {
    return body.has("to_run") && !body.get("to_run").asText().equals(run);
  }

  private void deliver(Wire wire, JsonNode frame) {
    Connection connection = wire.connection();
    if (wire.isClosing() || wires.get(connection) != wire) {
      return;
    }
    switch (Body.type(frame)) {
      case OPEN -> listener.requested(connection);
      case ACCEPT -> listener.accepted(connection);
      case CLOSE -> end(wire);
      case BUSY -> listener.progressed(connection);
      case CheckpointFrames.TYPE -> {
        incoming.get(connection).addPart(frame);
        listener.progressed(connection);
      }
      default -> incoming.get(connection).add((Message) CoreJson.decode(frame));
    }
  }

  private void received(Request request) {
    JsonNode body = request.body();
    Wire wire = wires.get(connectionIn(body));
    if (wire == null || isForAnotherRun(body) || !wire.isFrom(body.path("run").asText())) {
      return;
    }
    progressed(wire, body);
  }

  /** The other side has said which frames it has. */
  private void progressed(Wire wire, JsonNode body) {
    wire.received(body.path("next").asLong());
    if (wire.isClosing() && wire.isAllReceived()) {
      wires.remove(wire.connection());
    } else if (!wire.isClosing()) {
      outgoing.get(wire.connection()).proceed();
    }
  }

  private void reset(Request request) {
    Wire wire = wires.get(connectionIn(request.body()));
    if (wire != null && !isForAnotherRun(request.body())) {
      end(wire);
    }
  }

  /** As {@link Connection#toString} writes it. */
  private static Connection connectionIn(JsonNode body) {
    String text = body.path("connection").asText();
    String[] parts = text.split("[>#]");
    try {
      return new Connection(
          Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw Body.malformed("no connection: " + text);
    }
  }
}
