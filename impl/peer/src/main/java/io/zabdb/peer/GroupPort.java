package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.timeout.IdleStateHandler;
import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.HeardMembers;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.Refuser;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.peer.wire.Hello;
import io.zabdb.peer.wire.PeerFrame;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** All connections of one replica. By its event loop. */
final class GroupPort implements PeerPort {

  /** Silences of a link, in keepalives, that the side that accepted it bears. */
  private static final int SILENT_KEEPALIVES = 4 * PeerLink.RESTING;

  private final PeerTransport transport;
  private final PeerGroup group;
  private final EventLoop loop;
  private final PeerListener listener;

  private final Map<Connection, Dial> dials = new HashMap<>();
  private final Map<Connection, PeerStream> streams = new HashMap<>();

  /** Those of the streams to which something was sent since the last flush. */
  private final Set<PeerStream> dirty = new LinkedHashSet<>();

  /** To each member; null where none is wanted. */
  private final PeerLink[] links = new PeerLink[Members.MAX_MEMBERS];

  /** When each member may be connected again; null for one that never was. */
  private final Redial[] redials = new Redial[Members.MAX_MEMBERS];

  /** From each member; null if there is none. */
  private final LinkReceiver[] receivers = new LinkReceiver[Members.MAX_MEMBERS];

  /** Those that vote, as bits. */
  private long voters;

  private final HeardMembers heard;

  private boolean started;

  private boolean reading = true;
  private boolean resting;
  private boolean closed;

  GroupPort(PeerTransport transport, PeerGroup group, EventLoop loop, PeerListener listener) {
    this.transport = transport;
    this.group = group;
    this.loop = loop;
    this.listener = listener;
    heard = new HeardMembers(listener::nodesHeard, this::nodeOf);
    voters = Configuration.ofFirst(group.founders()).voters();
  }

  void start() {
    started = true;
    transport.words().attached(this);
    lookAfterLinks();
  }

  @Override
  public void votersChanged(long now) {
    checkThread();
    voters = now;
    lookAfterLinks();
  }

  private void lookAfterLinks() {
    for (int member = 0; member < links.length; member++) {
      lookAfterLink(member);
    }
  }

  /** Opens the link to a member, or closes it. */
  private void lookAfterLink(int member) {
    boolean wanted = started && !closed && isWanted(member);
    if (wanted && links[member] == null) {
      links[member] = new PeerLink(this, member);
      links[member].start();
    } else if (!wanted && links[member] != null) {
      links[member].close();
      links[member] = null;
    }
  }

  /**
   * Who does not vote, or did and left, is answered as long as it connects itself. A member that
   * does not vote itself tells everybody that it knows that it is there.
   */
  private boolean isWanted(int member) {
    return member != group.self()
        && (Members.contains(voters, member)
            || receivers[member] != null
            || (!Members.contains(voters, group.self()) && group.addresses().of(member) != null));
  }

  /** Whether a member is connected for datagrams, or to be. */
  boolean hasLink(int member) {
    return links[member] != null;
  }

  private Redial redial(int member) {
    if (redials[member] == null) {
      long interval = transport.settings().lastBackoff().toNanos();
      redials[member] =
          new Redial(interval, System::nanoTime, () -> ThreadLocalRandom.current().nextDouble());
    }
    return redials[member];
  }

  PeerTransport transport() {
    return transport;
  }

  PeerGroup group() {
    return group;
  }

  EventLoop loop() {
    return loop;
  }

  PeerListener listener() {
    return listener;
  }

  void seen(long lamport) {
    if (lamport != 0) {
      group.clock().seen(lamport);
    }
  }

  /** A frame for the other side of a link, which tells this member's clock. */
  PeerFrame alive() {
    return Frames.alive(group.clocks().now());
  }

  /** Of a member that is not this one and that there may be; else -1. */
  private int nodeOf(int member) {
    boolean isKnown = links[member] != null || receivers[member] != null;
    return isKnown ? group.addresses().node(member) : -1;
  }

  /** Which nodes are heard. */
  void look(Map<Integer, Long> nodes) {
    heard.look(nodes);
  }

  /** A member has told that it is there, and its clock. */
  void alive(int member, PeerFrame frame) {
    long clock = frame.getAlive().getClockMillis();
    if (clock != 0) {
      group.clocks().heard(member, clock);
    }
  }

  // -- what the replica asks for

  @Override
  public void connect(Connection connection) {
    checkThread();
    if (connection.initiator() != group.self() || connection.acceptor() == group.self()) {
      throw new IllegalArgumentException(
          "member " + group.self() + " cannot open connection " + connection);
    }
    Dial dial =
        new Dial(
            this,
            Hellos.connection(transport.cluster(), group, connection),
            group.clock().stamp(),
            new Dial.DialOutcome() {
              @Override
              public void accepted(Channel channel) {
                dials.remove(connection);
                add(new PeerStream(GroupPort.this, connection, channel, true), channel);
                listener.accepted(connection);
              }

              @Override
              public void failed() {
                dials.remove(connection);
                listener.closed(connection);
              }
            });
    dials.put(connection, dial);
    Redial redial = redial(connection.acceptor());
    long wait = redial.waitNanos();
    if (wait > 0) {
      dial.startIn(wait, redial::begin);
    } else {
      redial.begin();
      dial.start();
    }
  }

  @Override
  public void accept(Connection connection) {
    checkThread();
    PeerStream stream = streams.get(connection);
    if (stream != null) {
      stream.accept();
    }
  }

  @Override
  public void close(Connection connection) {
    checkThread();
    Dial dial = dials.remove(connection);
    if (dial != null) {
      dial.cancel();
    }
    PeerStream stream = streams.remove(connection);
    if (stream != null) {
      dirty.remove(stream);
      stream.close();
    }
  }

  @Override
  public void send(Connection connection, Message message) {
    checkThread();
    PeerStream stream = streams.get(connection);
    if (stream != null) {
      dirty.add(stream);
      stream.send(message);
    }
  }

  @Override
  public void notify(int member, Datagram datagram) {
    checkThread();
    if (member == group.self()) {
      throw new IllegalArgumentException("member " + member + " does not send to itself");
    }
    if (links[member] != null) {
      links[member].send(datagram);
    }
  }

  @Override
  public void setReading(boolean reading) {
    checkThread();
    this.reading = reading;
    streams.values().forEach(PeerStream::throttle);
  }

  @Override
  public long oldestNeeded() {
    checkThread();
    return streams.values().stream()
        .mapToLong(PeerStream::oldestNeeded)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  @Override
  public void setResting(boolean rests) {
    resting = rests;
  }

  boolean isResting() {
    return resting;
  }

  boolean isReading() {
    return reading;
  }

  @Override
  public void flush() {
    checkThread();
    for (PeerLink link : links) {
      if (link != null) {
        link.flush();
      }
    }
    for (PeerStream stream : dirty) {
      stream.flush();
    }
    dirty.clear();
  }

  @Override
  public void close() {
    checkThread();
    closed = true;
    transport.detach(this);
    Stream.concat(dials.keySet().stream(), streams.keySet().stream()).toList().forEach(this::close);
    for (int member = 0; member < links.length; member++) {
      if (links[member] != null) {
        links[member].close();
      }
      if (receivers[member] != null) {
        receivers[member].close();
      }
    }
  }

  private void checkThread() {
    if (!loop.inEventLoop()) {
      throw new IllegalStateException(
          "the port of group " + group.group() + " is for its event loop only");
    }
  }

  // -- what the network brings

  /** Another member has opened a channel; it is on the event loop now. */
  void greeted(Channel channel, PeerFrame frame) {
    Hello hello = frame.getHello();
    if (closed) {
      Refuser.refuse(channel, new RefusedException(Reason.CLOSING, "this replica is closing"));
    } else if (hello.hasLink()) {
      group.addresses().told(hello.getFrom(), Hellos.whereabouts(hello));
      link(channel, hello.getFrom());
    } else {
      seen(frame.getLamport());
      request(channel, new Connection(hello.getFrom(), hello.getTo(), hello.getConnection()));
    }
  }

  private void link(Channel channel, int from) {
    LinkReceiver before = receivers[from];
    if (before != null) {
      before.close();
    }
    LinkReceiver receiver = new LinkReceiver(this, from, channel);
    receivers[from] = receiver;
    long silence = SILENT_KEEPALIVES * transport.settings().keepalive().toMillis();
    channel
        .pipeline()
        .addLast(new IdleStateHandler(silence, 0, 0, TimeUnit.MILLISECONDS), receiver);
    channel.writeAndFlush(Frames.encode(channel, Frames.ACCEPTED));
    lookAfterLink(from);
    closedMeanwhile(channel);
  }

  private void request(Channel channel, Connection connection) {
    if (streams.containsKey(connection)) {
      transport.failed(
          channel,
          new RefusedException(
              Reason.WRONG_MEMBER, "connection " + connection + " is open already"));
      return;
    }
    add(new PeerStream(this, connection, channel, false), channel);
    listener.requested(connection);
    closedMeanwhile(channel);
  }

  private void add(PeerStream stream, Channel channel) {
    streams.put(stream.connection(), stream);
    channel.pipeline().addLast(stream);
    stream.throttle();
  }

  /** A handler that is added to a channel that is closed already does not hear of it. */
  private static void closedMeanwhile(Channel channel) {
    if (!channel.isActive()) {
      channel.pipeline().fireChannelInactive();
    }
  }

  /** A stream has ended; the replica hears of it unless it has closed the connection meanwhile. */
  void closed(PeerStream stream) {
    dirty.remove(stream);
    if (streams.remove(stream.connection(), stream)) {
      listener.closed(stream.connection());
    }
  }

  void closed(LinkReceiver receiver) {
    if (receivers[receiver.from()] == receiver) {
      receivers[receiver.from()] = null;
      lookAfterLink(receiver.from());
    }
  }
}
