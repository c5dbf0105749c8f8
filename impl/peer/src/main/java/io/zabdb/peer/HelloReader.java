package io.zabdb.peer;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.ScheduledFuture;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.peer.wire.PeerFrame;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the hello on a connection that was accepted, and hands the channel to the transport. By
 * whichever event loop accepted it, until the channel is on that of its group.
 */
final class HelloReader extends SimpleChannelInboundHandler<PeerFrame> {

  private final PeerTransport transport;
  private ScheduledFuture<?> late;
  private boolean greeted;

  /** Read by the event loop of the group, too. */
  private volatile boolean refused;

  HelloReader(PeerTransport transport) {
    this.transport = transport;
  }

  /** Something was wrong behind the hello. */
  boolean hasRefused() {
    return refused;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    late =
        context
            .executor()
            .schedule(
                () -> context.close(),
                transport.settings().connectTimeout().toMillis(),
                TimeUnit.MILLISECONDS);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    late.cancel(false);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, PeerFrame frame)
      throws RefusedException {
    if (refused) {
      return;
    }
    if (greeted) {
      throw new RefusedException(
          Reason.HELLO_EXPECTED,
          "a frame of " + frame.getBodyCase() + " came before the connection was accepted");
    }
    if (!frame.hasHello()) {
      throw new RefusedException(
          Reason.HELLO_EXPECTED, "a frame of " + frame.getBodyCase() + " came instead of a hello");
    }
    greeted = true;
    transport.greeted(context.channel(), frame, this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    refused = true;
    transport.failed(context.channel(), cause);
  }
}
