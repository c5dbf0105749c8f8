package io.zabdb.net.frame;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/** Tells the other side why, and closes the connection. By the channel's event loop only. */
public final class Refuser {

  /**
   * How long the other side has to read it. A socket that is closed with bytes unread is reset, and
   * the other side then may never see the reason.
   */
  static final long LINGER_MILLIS = 5000;

  private Refuser() {}

  /** Sends the reason, unless it came from the other side, and closes. */
  public static void refuse(Channel channel, RefusedException refusal) {
    if (refusal.isByOtherSide()) {
      channel.close();
    } else {
      closeAfter(
          channel, FrameWriter.refusal(channel.alloc(), refusal.reason(), refusal.getMessage()));
    }
  }

  /**
   * Writes something last, then closes; nothing more is read.
   *
   * @param last released by this call
   */
  public static void closeAfter(Channel channel, Object last) {
    channel.pipeline().addFirst(new Discard());
    channel
        .writeAndFlush(last)
        .addListener(
            written -> {
              if (written.isSuccess() && channel instanceof DuplexChannel duplex) {
                duplex.shutdownOutput();
              } else {
                channel.close();
              }
            });
    channel.config().setAutoRead(true);
    var timeout =
        channel.eventLoop().schedule(() -> channel.close(), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> timeout.cancel(false));
  }

  private static final class Discard extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      ReferenceCountUtil.release(bytes);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
