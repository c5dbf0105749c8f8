package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.environment.peer.EntryFeed;
import io.zabdb.environment.peer.EntryLog;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.peer.codec.BadFrameException;
import io.zabdb.peer.codec.DifferenceEncoder;
import io.zabdb.peer.codec.MessageCodec;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection of the core, at either side. By the event loop of the group. */
final class PeerStream extends SimpleChannelInboundHandler<PeerFrame> {

  private static final Logger LOG = LoggerFactory.getLogger(PeerStream.class);

  private final GroupPort port;
  private final Connection connection;
  private final Channel channel;
  private final StreamOutbox outbox;
  private final StreamInbox inbox;

  /** Null: there is none. */
  private final EntryLog log;

  /** Of what the listener hears, and of what the other side hears. */
  private final Pace heard = new Pace();

  private final Pace told = new Pace();
  private boolean accepted;

  /** Nothing more is said about it. */
  private boolean ended;

  /**
   * @param accepted whether messages may come and go already
   */
  PeerStream(GroupPort port, Connection connection, Channel channel, boolean accepted) {
    this.port = port;
    this.connection = connection;
    this.channel = channel;
    this.accepted = accepted;
    this.outbox = new StreamOutbox(channel, port.transport().queues(), this::partWritten);
    this.log = port.listener().log();
    this.inbox = new StreamInbox(port, channel, new StreamReader());
  }

  Connection connection() {
    return connection;
  }

  // -- what the replica asks for

  void accept() {
    if (ended) {
      return;
    }
    accepted = true;
    PeerFrame stamped =
        Frames.ACCEPTED.toBuilder().setLamport(port.group().clock().stamp()).build();
    channel.writeAndFlush(Frames.encode(channel, stamped));
  }

  void send(Message message) {
    if (ended) {
      return;
    }
    if (DifferenceEncoder.difference(message) != null) {
      add(message, DifferenceEncoder.difference(message));
    } else if (message instanceof Message.Propose propose && isLagging(propose)) {
      propose(propose, log.indexOf(propose.entry().zxid()));
    } else {
      outbox.add(MessageCodec.encode(message, port.group().clock().stamp()));
    }
    long limit = port.transport().settings().queueBytes();
    if (outbox.bytes() > limit) {
      port.transport()
          .warnings()
          .warn(
              "group {}: more than {} bytes wait for member {}; its connection is closed",
              port.group().group(),
              limit,
              other());
      outbox.clear();
      channel.close();
    }
  }

  private int other() {
    int self = port.group().self();
    return connection.initiator() == self ? connection.acceptor() : connection.initiator();
  }

  /**
   * Whether the other side does not keep up, or all others together do not: then the entry is read
   * from the log when its turn has come. Half of the queue is for proposals, the rest for what
   * cannot be read again.
   */
  private boolean isLagging(Message.Propose propose) {
    long most = port.transport().settings().queueBytes() / 2;
    int more = propose.entry().payload().length;
    return log != null
        && (outbox.bytes() + more > most || !port.transport().queues().hasRoom(more));
  }

  private void propose(Message.Propose propose, long index) {
    if (!outbox.extend(propose.epoch(), index)) {
      outbox.add(
          new ProposalSource(propose.epoch(), feed(log, index, index), port.group().clock()));
    }
  }

  private void add(Message message, Difference difference) {
    if (difference.checkpoint() instanceof CheckpointFiles checkpoint) {
      outbox.add(pump(checkpoint));
    } else if (difference.checkpoint() != null) {
      throw new IllegalArgumentException("a checkpoint without files: " + message);
    }
    int count = difference.entries().size();
    EntryFeed entries;
    if (log == null || count == 0) {
      entries = feed(new ListedEntries(difference.entries()), 1, count);
    } else {
      long from = log.indexOf(difference.from());
      entries = feed(log, from + 1, from + count);
    }
    outbox.add(new DifferenceSource(message, entries, port.group().clock()));
  }

  private EntryFeed feed(EntryLog source, long first, long last) {
    return new EntryFeed(
        source,
        first,
        last,
        new EntryFeed.Means(port.transport().disk(), port.loop(), port.transport().queues()),
        outbox::write,
        this::entriesFailed);
  }

  private void entriesFailed(IOException cause) {
    port.transport()
        .warnings()
        .warn(
            "group {}: the log for member {} cannot be read, its connection is closed: {}",
            port.group().group(),
            other(),
            cause.getMessage());
    channel.close();
  }

  private CheckpointPump pump(CheckpointFiles checkpoint) {
    return new CheckpointPump(
        () -> port.group().checkpoints().filesOf(checkpoint),
        port.transport().disk(),
        port.loop(),
        outbox::write,
        this::checkpointFailed);
  }

  private void checkpointFailed(IOException cause) {
    LOG.error(
        "group {}: the checkpoint for connection {} cannot be read",
        port.group().group(),
        connection,
        cause);
    channel.close();
  }

  /** The index of the oldest entry of the log that is still to be sent. */
  long oldestNeeded() {
    return log == null ? Long.MAX_VALUE : outbox.oldestNeeded();
  }

  void flush() {
    outbox.write();
  }

  /** Reads as long as what comes can be taken. */
  void throttle() {
    inbox.throttle();
  }

  /** Closes; the listener hears no more. */
  void close() {
    end();
    channel.close();
  }

  // -- what the network brings

  @Override
  protected void channelRead0(ChannelHandlerContext context, PeerFrame frame)
      throws RefusedException {
    if (ended) {
      return;
    }
    if (!accepted) {
      throw new RefusedException(
          Reason.HELLO_EXPECTED,
          "a frame of " + frame.getBodyCase() + " came before the connection was accepted");
    }
    try {
      inbox.add(frame);
    } catch (BadFrameException e) {
      throw new RefusedException(Reason.BAD_BODY, e.getMessage());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    outbox.write();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    tellClosed();
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    broken(cause);
  }

  /** Told later, like {@link #partWritten}. */
  private void broken(Throwable cause) {
    port.transport().failed(channel, cause);
    if (!ended) {
      end();
      port.loop().execute(() -> port.closed(this));
    }
  }

  private void tellClosed() {
    if (!ended) {
      end();
      port.closed(this);
    }
  }

  private void end() {
    ended = true;
    outbox.clear();
    inbox.close();
  }

  private void progressed() {
    if (!ended && heard.isDue()) {
      port.listener().progressed(connection);
    }
  }

  /**
   * Told later: sockets take what is written within the calls of the port, and whoever hears of it
   * uses the port.
   */
  private void partWritten() {
    if (!ended && heard.isDue()) {
      port.loop()
          .execute(
              () -> {
                if (!ended) {
                  port.listener().progressed(connection);
                }
              });
    }
  }

  /** What comes out of the inbox. */
  private final class StreamReader implements StreamInbox.Reader {

    @Override
    public void message(Message message, long lamport) {
      port.seen(lamport);
      port.listener().received(connection, message);
    }

    @Override
    public void progressed() {
      PeerStream.this.progressed();
    }

    /** The other side is told, too, that this one is busy with its checkpoint. */
    @Override
    public void working() {
      PeerStream.this.progressed();
      if (!ended && told.isDue()) {
        channel.writeAndFlush(Frames.encode(channel, Frames.ALIVE));
      }
    }

    @Override
    public void failed(Exception cause) {
      if (cause instanceof BadFrameException) {
        broken(new RefusedException(Reason.BAD_BODY, cause.getMessage()));
        return;
      }
      String what = "group {}: the checkpoint from connection {} cannot be written";
      if (cause instanceof IOException) {
        // A disk that is full or fails: the node's health says so as well.
        LOG.warn(what + ": {}", port.group().group(), connection, cause.toString());
      } else {
        LOG.error(what, port.group().group(), connection, cause);
      }
      channel.close();
    }
  }
}
