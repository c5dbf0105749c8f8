package io.zabdb.net;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.zabdb.net.frame.FrameDecoder;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.FrameWriter;
import io.zabdb.net.frame.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** A socket with which a test says what it likes. */
public final class RawSocket implements AutoCloseable {

  private final Socket socket;
  private final FrameKind kind;
  private final Queue<Object> came = new ArrayDeque<>();
  private final EmbeddedChannel decoder;

  public RawSocket(InetSocketAddress address, FrameKind kind, Parser<? extends MessageLite> parser)
      throws IOException {
    this(new Socket(address.getAddress(), address.getPort()), kind, parser);
  }

  public RawSocket(Socket socket, FrameKind kind, Parser<? extends MessageLite> parser)
      throws IOException {
    this.socket = socket;
    this.kind = kind;
    socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(Await.DEADLINE_SECONDS));
    decoder =
        new EmbeddedChannel(
            new FrameDecoder(kind, 64 << 20, parser),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext context, Object message) {
                came.add(message);
              }

              @Override
              public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                came.add(cause);
              }
            });
  }

  public static byte[] frame(FrameKind kind, MessageLite message) {
    ByteBuf bytes =
        new FrameWriter(kind)
            .write(
                UnpooledByteBufAllocator.DEFAULT,
                List.of(message),
                FrameWriter.frameBytes(message));
    try {
      return ByteBufUtil.getBytes(bytes);
    } finally {
      bytes.release();
    }
  }

  public void send(MessageLite message) throws IOException {
    send(frame(kind, message));
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** The next message or {@link RefusedException}; null at the end. */
  public Object next() throws IOException {
    byte[] buffer = new byte[65536];
    InputStream in = socket.getInputStream();
    while (came.isEmpty()) {
      int count;
      try {
        count = in.read(buffer);
      } catch (SocketException e) {
        return null;
      }
      if (count < 0) {
        return null;
      }
      ByteBuf bytes = decoder.alloc().buffer(count).writeBytes(buffer, 0, count);
      decoder.writeInbound(bytes);
    }
    return came.remove();
  }

  /** Reads on; whether the other side closed the connection, and did not break it. */
  public boolean endsInOrder() throws IOException {
    try {
      while (socket.getInputStream().read() >= 0) {
        // Only the end counts.
      }
      return true;
    } catch (SocketException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    decoder.finishAndReleaseAll();
  }
}
