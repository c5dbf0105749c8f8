package io.zabdb.faults.hold;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.FrameWriter;
import io.zabdb.node.config.Address;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** A client's connection by hand: it sends whole frames or parts of them, and reads nothing. */
public final class Wire implements AutoCloseable {

  private static final int TIMEOUT_MILLIS = 5_000;

  private final Socket socket = new Socket();
  private long id;

  /**
   * Connects.
   *
   * @param hello to be said; null: none
   */
  Wire(Address address, ClientHello hello) throws IOException {
    // A client that reads nothing should not have a large buffer that reads for it.
    socket.setReceiveBufferSize(16 << 10);
    socket.connect(new InetSocketAddress(address.host(), address.port()), TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    if (hello != null) {
      send(Request.newBuilder().setHello(hello));
    }
  }

  /** A connection that has said nothing. */
  static Wire silent(Address address) throws IOException {
    return new Wire(address, null);
  }

  /** Sends a request. */
  public void send(Request.Builder request) throws IOException {
    byte[] frame = frame(request);
    socket.getOutputStream().write(frame);
  }

  /** Sends so many bytes of a request, and no more. */
  public void sendPart(Request.Builder request, int bytes) throws IOException {
    byte[] frame = frame(request);
    socket.getOutputStream().write(frame, 0, Math.min(bytes, frame.length));
  }

  private byte[] frame(Request.Builder builder) {
    Request request = builder.setId(++id).build();
    ByteBuf bytes =
        new FrameWriter(FrameKind.CLIENT)
            .write(
                UnpooledByteBufAllocator.DEFAULT,
                List.of(request),
                FrameWriter.frameBytes(request));
    try {
      return ByteBufUtil.getBytes(bytes);
    } finally {
      bytes.release();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
