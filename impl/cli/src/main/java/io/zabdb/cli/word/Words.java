package io.zabdb.cli.word;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Any bytes as a word, and back, without loss: what is UTF-8 is text; of what is not, each byte is
 * a lone surrogate from U+DC80 to U+DCFF, which no UTF-8 stands for (Python's {@code
 * surrogateescape}, PEP 383).
 */
public final class Words {

  private static final int FIRST = 0xDC80;
  private static final int LAST = 0xDCFF;
  private static final int BYTE = 0xff;

  private Words() {}

  /** The word of these bytes. */
  public static String of(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    while (result.isMalformed()) {
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (FIRST - 0x80 + (in.get() & BYTE)));
      }
      result = decoder.decode(in, out, true);
    }
    return out.flip().toString();
  }

  /** The bytes of a word. */
  public static byte[] bytes(String word) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(word.length());
    word.codePoints()
        .forEach(
            c -> {
              if (c >= FIRST && c <= LAST) {
                bytes.write(c & BYTE);
              } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
              }
            });
    return bytes.toByteArray();
  }

  /** Whether it is text: bytes that are UTF-8. */
  public static boolean isText(String word) {
    return word.codePoints().noneMatch(c -> c >= FIRST && c <= LAST);
  }
}
