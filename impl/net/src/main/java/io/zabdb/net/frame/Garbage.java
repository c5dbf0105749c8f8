package io.zabdb.net.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.zabdb.net.frame.wire.Reason;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Guesses what speaks here, if it is not frames. */
final class Garbage {

  private static final Pattern HTTP =
      Pattern.compile("(GET|PUT|POST|HEAD|DELETE|OPTIONS|PATCH|TRACE|CONNECT|PRI|HTTP)[ /].*|HTTP");

  /** How much of it goes into a message. */
  private static final int SHOWN = 16;

  private static final int TLS_HANDSHAKE = 0x16;
  private static final int TLS_ALERT = 0x15;
  private static final int TLS_MAJOR = 0x03;

  private Garbage() {}

  /**
   * @param in at least two bytes
   */
  static RefusedException describe(ByteBuf in) {
    int start = in.readerIndex();
    int first = in.getUnsignedByte(start);
    if ((first == TLS_HANDSHAKE || first == TLS_ALERT)
        && in.getUnsignedByte(start + 1) == TLS_MAJOR) {
      return new RefusedException(Reason.TLS, "TLS, where this port speaks without");
    }
    int shown = Math.min(SHOWN, in.readableBytes());
    String text = in.toString(start, shown, StandardCharsets.ISO_8859_1);
    if (HTTP.matcher(text.lines().findFirst().orElse("")).matches()) {
      return new RefusedException(Reason.GARBAGE, "HTTP, where this port speaks ZabDB's protocol");
    }
    return new RefusedException(
        Reason.GARBAGE,
        "bytes that are no frame of ZabDB: they start with "
            + ByteBufUtil.hexDump(in, start, shown));
  }
}
