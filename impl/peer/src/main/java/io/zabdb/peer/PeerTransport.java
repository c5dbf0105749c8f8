package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.zabdb.budget.MemoryAccount;
import io.zabdb.environment.peer.PeerListener;
import io.zabdb.environment.peer.PeerPort;
import io.zabdb.net.frame.RefusalLog;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.Refuser;
import io.zabdb.net.frame.Warnings;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.net.socket.Background;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.socket.Names;
import io.zabdb.net.socket.Sockets;
import io.zabdb.net.tls.Tls;
import io.zabdb.net.tls.TlsFaults;
import io.zabdb.net.tls.TlsGate;
import io.zabdb.peer.checkpoint.CheckpointWriter;
import io.zabdb.peer.wire.Hello;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections between this node and others, of all replica groups: one socket to listen on, and
 * a {@link PeerPort} for each replica of this node. Thread-safe, but nothing here may be called by
 * an event loop. To be closed before the event loops.
 */
public final class PeerTransport implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PeerTransport.class);

  /** So many checkpoints are read or written at a time; more than that take turns. */
  private static final int DISK_THREADS = 4;

  private final EventLoopGroup loops;
  private final PeerSettings settings;
  private final String cluster;
  private final Tls tls;
  private final MemoryAccount queues;
  private final Names names = new Names();
  private final Executor disk = Background.threads("zabdb-checkpoints", DISK_THREADS);
  private final RefusalLog refusals = new RefusalLog("peers");
  private final Warnings warnings = new Warnings(LOG, System::nanoTime);
  private final ChannelGroup accepted = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final ConcurrentMap<Integer, GroupPort> ports = new ConcurrentHashMap<>();
  private final NodeWords words;
  private Channel listening;

  /**
   * @param loops accept connections until it is known whose they are; not closed by this transport
   * @param cluster the cluster's UUID
   * @param tls null: none
   * @param queues on which messages draw that wait to be sent, of all groups together; when it is
   *     used up, proposals wait in the log
   */
  public PeerTransport(
      EventLoopGroup loops, PeerSettings settings, String cluster, Tls tls, MemoryAccount queues) {
    this.loops = loops;
    this.settings = settings;
    this.cluster = cluster;
    this.tls = tls;
    this.queues = queues;
    words = new NodeWords(settings);
  }

  /**
   * Listens; once. Connections to groups that are not attached yet are refused, and a warning is
   * logged at both sides: better attach first.
   *
   * @param port 0: any that is free
   * @return where
   * @throws IOException if the address is in use, for instance; the message names it
   */
  public synchronized InetSocketAddress bind(String host, int port) throws IOException {
    if (listening != null) {
      throw new IllegalStateException("this transport listens already");
    }
    listening = Sockets.listen(loops, host, port, marks(), new Incoming());
    return (InetSocketAddress) listening.localAddress();
  }

  /**
   * Connects a replica with the others of its group. Removes what a process that ended before left
   * of checkpoints that came.
   *
   * @param loop on which everything of this replica happens; of the kind of those of the transport
   * @param listener may be called before this returns
   */
  public PeerPort attach(PeerGroup group, EventLoop loop, PeerListener listener) {
    GroupPort port = new GroupPort(this, group, loop, listener);
    try {
      CheckpointWriter.clean(group.incoming());
    } catch (IOException e) {
      LOG.warn("removing parts of checkpoints from {}", group.incoming(), e);
    }
    if (ports.putIfAbsent(group.group(), port) != null) {
      throw new IllegalStateException("group " + group.group() + " is attached already");
    }
    loop.execute(port::start);
    return port;
  }

  /** Stops listening and closes all ports. */
  @Override
  public synchronized void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    ports
        .values()
        .forEach(port -> port.loop().submit((Runnable) port::close).awaitUninterruptibly());
    words.close();
    accepted.close().awaitUninterruptibly();
  }

  void detach(GroupPort port) {
    ports.remove(port.group().group(), port);
    words.detached(port);
  }

  PeerSettings settings() {
    return settings;
  }

  String cluster() {
    return cluster;
  }

  /** Null: none. */
  Tls tls() {
    return tls;
  }

  Names names() {
    return names;
  }

  /** Runs what blocks on disks. */
  Executor disk() {
    return disk;
  }

  NodeWords words() {
    return words;
  }

  RefusalLog refusals() {
    return refusals;
  }

  MemoryAccount queues() {
    return queues;
  }

  Warnings warnings() {
    return warnings;
  }

  WriteBufferWaterMark marks() {
    return new WriteBufferWaterMark(settings.writeBufferBytes() / 2, settings.writeBufferBytes());
  }

  /** A connection that was accepted has said whom it wants. By the channel's event loop. */
  void greeted(Channel channel, PeerFrame frame, HelloReader reader) throws RefusedException {
    Hello hello = frame.getHello();
    Hellos.check(hello, cluster);
    GroupPort port = ports.get(hello.getGroup());
    if (port == null) {
      throw new RefusedException(
          Reason.WRONG_GROUP,
          "group " + Integer.toUnsignedString(hello.getGroup()) + " is not at this node");
    }
    Hellos.check(hello, port.group());
    checkRole(channel, port.group(), hello.getFrom());
    move(
        channel,
        port.loop(),
        () -> {
          if (!reader.hasRefused()) {
            port.greeted(channel, frame);
            channel.pipeline().remove(reader);
          }
        });
  }

  /**
   * A trusted certificate alone does not make a member: it must name the member's node.
   *
   * @throws RefusedException if it does not
   */
  void checkRole(Channel channel, PeerGroup group, int member) throws RefusedException {
    if (tls != null) {
      tls.roles().checkNode(channel, group.addresses().node(member));
    }
  }

  /** Everything of a replica happens on its event loop, so the channel goes there. */
  private static void move(Channel channel, EventLoop loop, Runnable then) {
    if (channel.eventLoop() == loop) {
      then.run();
      return;
    }
    channel.config().setAutoRead(false);
    channel
        .deregister()
        .addListener(
            left ->
                loop.register(channel)
                    .addListener(
                        arrived -> {
                          if (arrived.isSuccess()) {
                            then.run();
                            channel.config().setAutoRead(true);
                          } else {
                            channel.unsafe().closeForcibly();
                          }
                        }));
  }

  /** What came over a channel is not to be understood, or the connection broke. */
  void failed(Channel channel, Throwable thrown) {
    Loops.raiseIfError(channel, thrown);
    Throwable cause = TlsFaults.describe(thrown);
    if (cause instanceof RefusedException refusal) {
      refusals.log(channel.remoteAddress(), refusal);
      Refuser.refuse(channel, refusal);
      return;
    }
    if (cause instanceof IOException) {
      LOG.debug("{} broke: {}", channel, cause.toString());
    } else {
      LOG.warn("{} failed", channel, cause);
    }
    channel.close();
  }

  private final class Incoming extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel channel) {
      accepted.add(channel);
      if (accepted.size() > settings.maxConnections()) {
        failed(
            channel,
            new RefusedException(
                Reason.TOO_MANY_CONNECTIONS,
                settings.maxConnections() + " peers are connected, which is the most"));
        return;
      }
      if (tls != null) {
        channel.pipeline().addLast(new TlsGate(tls));
      }
      channel.pipeline().addLast(Frames.decoder(settings), new HelloReader(PeerTransport.this));
    }
  }
}
