package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoop;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.environment.peer.LamportClock;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.net.Await;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A replica that only remembers what it hears, and does as the test says. */
final class TestReplica implements PeerListener, CheckpointSource, AutoCloseable {

  /** One of the calls of the listener. */
  record Event(String what, Connection connection, Object value) {}

  /** The first of the members founded the group, if there are more. */
  private static final int FOUNDERS = 3;

  private final EventLoop loop;
  private final PeerPort port;

  /** What others said of where they are. */
  final Map<Integer, Whereabouts> told = new ConcurrentHashMap<>();

  final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  final BlockingQueue<Event> datagrams = new LinkedBlockingQueue<>();
  final BlockingQueue<Event> progress = new LinkedBlockingQueue<>();

  /** What other members' clocks showed last. */
  final Map<Integer, Long> clocks = new ConcurrentHashMap<>();

  /** Null: leaves them waiting. */
  volatile Boolean accepting = true;

  /** Members whose nodes it hears, as bits. */
  volatile long nodes;

  volatile boolean strangeThread;

  /** The listener was called from within a call of the port. */
  volatile boolean calledFromWithin;

  /** What it does with the port when a connection progresses. */
  volatile Consumer<PeerPort> whenProgressed = port -> {};

  /** By the loop: the port is in use. */
  private boolean inCall;

  /** Null: none. */
  volatile EntryLog log;

  TestReplica(
      PeerTransport transport,
      EventLoop loop,
      int group,
      int self,
      List<Supplier<InetSocketAddress>> members,
      Path incoming,
      LamportClock clock) {
    this.loop = loop;
    PeerGroup place =
        new PeerGroup(
            group,
            self,
            Math.min(members.size(), FOUNDERS),
            new Told(self, members),
            incoming,
            clock,
            new Clocks(self),
            this);
    this.port = transport.attach(place, loop, this);
  }

  /**
   * Those that founded the group know each other; others are known once they said where they are.
   */
  private final class Told implements MemberAddresses {

    private final int self;
    private final List<Supplier<InetSocketAddress>> members;

    Told(int self, List<Supplier<InetSocketAddress>> members) {
      this.self = self;
      this.members = members;
    }

    @Override
    public int node(int member) {
      return member;
    }

    @Override
    public InetSocketAddress of(int member) {
      boolean known = member < FOUNDERS || told.containsKey(member);
      return known && member < members.size() ? members.get(member).get() : null;
    }

    @Override
    public Whereabouts own() {
      return new Whereabouts("peers-" + self, "clients-" + self);
    }

    @Override
    public void told(int member, Whereabouts where) {
      told.put(member, where);
    }
  }

  PeerPort port() {
    return port;
  }

  /** Does something with the port, and then flushes. */
  void run(Consumer<PeerPort> action) {
    var done =
        loop.submit(
            () -> {
              inCall = true;
              try {
                action.accept(port);
                port.flush();
              } finally {
                inCall = false;
              }
              return null;
            });
    assertTrue(
        done.awaitUninterruptibly(Await.DEADLINE_SECONDS, TimeUnit.SECONDS), "the loop hangs");
    if (!done.isSuccess()) {
      throw new AssertionError(done.cause());
    }
  }

  EventLoop loop() {
    return loop;
  }

  Event next() throws InterruptedException {
    Event event = events.poll(Await.DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertTrue(event != null, "nothing was heard");
    return event;
  }

  Object expect(String what, Connection connection) throws InterruptedException {
    Event event = next();
    assertEquals(what + connection, event.what() + event.connection(), event::toString);
    return event.value();
  }

  Event nextDatagram() throws InterruptedException {
    Event event = datagrams.poll(Await.DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertTrue(event != null, "no datagram was heard");
    return event;
  }

  private void add(BlockingQueue<Event> queue, String what, Connection connection, Object value) {
    strangeThread |= !loop.inEventLoop();
    calledFromWithin |= inCall;
    queue.add(new Event(what, connection, value));
  }

  @Override
  public List<Path> filesOf(CheckpointFiles checkpoint) throws IOException {
    try (Stream<Path> all = Files.list(checkpoint.directory())) {
      return all.sorted().toList();
    }
  }

  @Override
  public EntryLog log() {
    return log;
  }

  @Override
  public void nodesHeard(long members) {
    strangeThread |= !loop.inEventLoop();
    nodes = members;
  }

  @Override
  public void requested(Connection connection) {
    add(events, "requested", connection, null);
    if (accepting == null) {
      return;
    }
    if (accepting) {
      port.accept(connection);
    } else {
      port.close(connection);
    }
  }

  @Override
  public void accepted(Connection connection) {
    add(events, "accepted", connection, null);
  }

  @Override
  public void closed(Connection connection) {
    add(events, "closed", connection, null);
  }

  @Override
  public void received(Connection connection, Message message) {
    add(events, "received", connection, message);
  }

  @Override
  public void progressed(Connection connection) {
    add(progress, "progressed", connection, null);
    whenProgressed.accept(port);
  }

  @Override
  public void notified(int member, Datagram datagram) {
    add(datagrams, "notified", null, List.of(member, datagram));
  }

  @Override
  public void close() {
    run(PeerPort::close);
    assertTrue(!strangeThread, "the listener was called by a thread other than its loop's");
    assertTrue(!calledFromWithin, "the listener was called from within a call of the port");
  }

  /** The clock of member n shows n + 1. */
  private final class Clocks implements MemberClocks {

    private final int self;

    Clocks(int self) {
      this.self = self;
    }

    @Override
    public long now() {
      return self + 1L;
    }

    @Override
    public void heard(int member, long millis) {
      strangeThread |= !loop.inEventLoop();
      clocks.put(member, millis);
    }
  }
}
