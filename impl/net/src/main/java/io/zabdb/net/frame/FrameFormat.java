package io.zabdb.net.frame;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The layout of a frame, numbers big-endian:
 *
 * <pre>
 *   0  2  magic: 'Z', 'B'
 *   2  1  version
 *   3  1  kind
 *   4  4  length of the body in bytes
 *   8  4  CRC32C of the eight bytes before and of the body
 *  12     body
 * </pre>
 *
 * <p>The first four bytes mean the same in all versions, and a refusal looks the same in all.
 */
final class FrameFormat {

  static final short MAGIC = 0x5A42;
  static final byte VERSION = 1;

  static final int VERSION_AT = 2;
  static final int KIND_AT = 3;
  static final int LENGTH_AT = 4;
  static final int CHECKSUM_AT = 8;
  static final int HEADER_BYTES = 12;

  /** Of a refusal's body. */
  static final int MAX_REFUSAL_BYTES = 4096;

  private FrameFormat() {}

  /**
   * @param frame header and body, from position to limit; both are left as they were
   */
  static int checksum(CRC32C crc, ByteBuffer frame) {
    int start = frame.position();
    int end = frame.limit();
    crc.reset();
    frame.limit(start + CHECKSUM_AT);
    crc.update(frame);
    frame.limit(end).position(start + HEADER_BYTES);
    crc.update(frame);
    frame.position(start);
    return (int) crc.getValue();
  }
}
