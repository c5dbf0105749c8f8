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
import io.zabdb.transport.peer.codec.DifferenceDecoder;
import io.zabdb.transport.peer.codec.DifferenceEncoder;
import io.zabdb.transport.peer.codec.MessageCodec;
import io.zabdb.transport.peer.wire.PeerFrame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection of the core, at either side. By the event loop of the group. */
final class PeerStream extends SimpleChannelInboundHandler<PeerFrame> {

  private static final Logger LOG = LoggerFactory.getLogger(PeerStream.class);

  private final GroupPort port;
  private final Connection connection;
  private final Channel channel;
  private final StreamOutbox outbox;
  private final DifferenceDecoder ahead;
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
    this.outbox = new StreamOutbox(channel);
    this.ahead =
        new DifferenceDecoder(
            port.transport().settings().differenceBytes(),
            (length, zxid, sessions) -> {
              throw new BadFrameException("no checkpoints yet");
            });
  }

  Connection connection() {
    return connection;
  }

  void accept() {
    accepted = true;
    channel.writeAndFlush(Frames.encode(channel, Frames.ACCEPTED));
  }

  void send(Message message) {
    Difference difference = difference(message);
    if (difference != null) {
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

  void flush() {
    outbox.write();
  }

  /** Closes; the listener hears no more. */
  void close() {
    ended = true;
    channel.close();
  }

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
      read(frame);
    } catch (BadFrameException e) {
      throw new RefusedException(Reason.BAD_BODY, e.getMessage());
    }
  }

  private void read(PeerFrame frame) throws BadFrameException {
    switch (frame.getBodyCase()) {
      case ENTRIES -> ahead.add(frame.getEntries());
      case CHECKPOINT_SESSIONS -> ahead.add(frame.getCheckpointSessions());
      case ALIVE -> port.listener().progressed(connection);
      default -> {
        Message message = MessageCodec.decode(frame, ahead);
        if (message == null) {
          throw new BadFrameException(
              "a frame of " + frame.getBodyCase() + " came over a connection for messages");
        }
        port.seen(frame.getLamport());
        port.listener().received(connection, message);
      }
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
    port.transport().failed(channel, cause);
    tellClosed();
  }

  private void tellClosed() {
    if (!ended) {
      ended = true;
      port.closed(this);
    }
  }
}
