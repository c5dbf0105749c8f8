package io.zabdb.net.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import java.util.List;

/** Lets TLS in at a port, and tells others that it is wanted. One per channel. */
public final class TlsGate extends ByteToMessageDecoder {

  /** Enough to know TLS by. */
  private static final int RECORD_HEADER_BYTES = 5;

  private final Tls tls;
  private final Runnable begun;
  private boolean refused;

  public TlsGate(Tls tls) {
    this(tls, () -> {});
  }

  /**
   * The same.
   *
   * @param begun run by the event loop when a handshake begins
   */
  public TlsGate(Tls tls, Runnable begun) {
    this.tls = tls;
    this.begun = begun;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (refused) {
      in.skipBytes(in.readableBytes());
    } else if (in.readableBytes() >= RECORD_HEADER_BYTES) {
      if (SslHandler.isEncrypted(in, false)) {
        begun.run();
        context.pipeline().replace(this, null, tls.accepting(context.channel()));
      } else {
        refused = true;
        in.skipBytes(in.readableBytes());
        context.fireExceptionCaught(
            new RefusedException(Reason.TLS, "bytes without TLS, where this port wants it"));
      }
    }
  }
}
