package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.zabdb.core.message.Datagram;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.peer.codec.BadFrameException;
import io.zabdb.peer.codec.DatagramCodec;
import io.zabdb.peer.wire.PeerFrame;

/** Takes the datagrams of another member. By the event loop of the group. */
final class LinkReceiver extends SimpleChannelInboundHandler<PeerFrame> {

  private final GroupPort port;
  private final int from;
  private final Channel channel;
  private boolean ended;

  LinkReceiver(GroupPort port, int from, Channel channel) {
    this.port = port;
    this.from = from;
    this.channel = channel;
  }

  int from() {
    return from;
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
    if (frame.hasAlive() && frame.getAlive().getStart() != 0) {
      int node = port.group().addresses().node(from);
      port.transport().words().heard(node, frame.getAlive().getStart());
      return;
    }
    if (frame.hasAlive()) {
      port.alive(from, frame);
      channel.writeAndFlush(Frames.encode(channel, port.alive()));
      return;
    }
    try {
      Datagram datagram = DatagramCodec.decode(frame);
      if (datagram == null) {
        throw new BadFrameException(
            "a frame of " + frame.getBodyCase() + " came over a link for datagrams");
      }
      port.seen(frame.getLamport());
      port.listener().notified(from, datagram);
    } catch (BadFrameException e) {
      throw new RefusedException(Reason.BAD_BODY, e.getMessage());
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      channel.close();
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    port.closed(this);
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ended = true;
    port.transport().failed(channel, cause);
  }
}
