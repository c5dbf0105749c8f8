package io.zabdb.transport.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.transport.frame.RefusedException;
import io.zabdb.transport.frame.wire.Reason;
import io.zabdb.transport.peer.codec.BadFrameException;
import io.zabdb.transport.peer.codec.DifferenceEncoder;
import io.zabdb.transport.peer.codec.MessageCodec;
import io.zabdb.transport.peer.wire.PeerFrame;
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
    this.outbox = new StreamOutbox(channel, this::progressed);
    this.inbox = new StreamInbox(port, channel, new Heard());
  }

  Connection connection() {
    return connection;
  }

  // -- what the replica asks for

  void accept() {
    accepted = true;
    PeerFrame stamped =
        Frames.ACCEPTED.toBuilder().setLamport(port.group().clock().stamp()).build();
    channel.writeAndFlush(Frames.encode(channel, stamped));
  }

  void send(Message message) {
    Difference difference = difference(message);
    if (difference != null) {
      if (difference.checkpoint() instanceof CheckpointFiles checkpoint) {
        outbox.add(pump(checkpoint));
      } else if (difference.checkpoint() != null) {
        throw new IllegalArgumentException("a checkpoint without files: " + message);
      }
      DifferenceEncoder.ahead(difference, outbox::add);
    }
    outbox.add(MessageCodec.encode(message, port.group().clock().stamp()));
    long limit = port.transport().settings().queueBytes();
    if (outbox.bytes() > limit) {
      LOG.warn(
          "group {}: more than {} bytes wait on connection {}; it is closed",
          port.group().group(),
          limit,
          connection);
      outbox.clear();
      channel.close();
    }
  }

  private static Difference difference(Message message) {
    if (message instanceof Message.Sync sync) {
      return sync.difference();
    }
    return message instanceof Message.Pulled pulled ? pulled.difference() : null;
  }

  private CheckpointPump pump(CheckpointFiles checkpoint) {
    return new CheckpointPump(
        checkpoint.directory(),
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

  void flush() {
    outbox.write();
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

  private void broken(Throwable cause) {
    port.transport().failed(channel, cause);
    tellClosed();
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

  /** What comes out of the inbox. */
  private final class Heard implements StreamInbox.Reader {

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
      } else {
        LOG.error(
            "group {}: the checkpoint from connection {} cannot be written",
            port.group().group(),
            connection,
            cause);
        channel.close();
      }
    }
  }
}
