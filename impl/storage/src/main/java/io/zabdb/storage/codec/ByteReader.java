package io.zabdb.storage.codec;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} wrote. Safe on any bytes: it allocates no more than they are, and
 * throws {@link StorageException} with {@link ErrorCode#INVALID_ARGUMENT} if they make no sense.
 * Not thread-safe.
 */
public final class ByteReader {

  private final byte[] bytes;
  private int position;

  public ByteReader(byte[] bytes) {
    this(bytes, 0);
  }

  public ByteReader(byte[] bytes, int position) {
    this.bytes = bytes;
    this.position = position;
  }

  public int position() {
    return position;
  }

  public int remaining() {
    return bytes.length - position;
  }

  /** An unsigned byte. */
  public int takeByte() {
    need(1);
    return bytes[position++] & 0xff;
  }

  public long takeLong() {
    need(Long.BYTES);
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | takeByte();
    }
    return value;
  }

  public long takeVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = takeByte();
      value |= (next & 0x7fL) << shift;
      if (next < 0x80) {
        if (shift == 63 && next > 1) {
          break;
        }
        return value;
      }
    }
    throw malformed("a number has more than 64 bits");
  }

  /** A varint that is 0 or more. */
  public long takeNumber() {
    long value = takeVarint();
    if (value < 0) {
      throw malformed("a number is above 2^63 - 1");
    }
    return value;
  }

  /** How many items follow, each of at least a byte. */
  public int takeCount(String what, int max) {
    long count = takeNumber();
    DataLimits.check("the number of " + what, count, 0, max);
    need(count);
    return (int) count;
  }

  public Bytes takeBytes() {
    long length = takeNumber();
    need(length);
    return Bytes.wrap(takeRaw((int) length));
  }

  public String takeString() {
    return new String(takeBytes().array(), StandardCharsets.UTF_8);
  }

  /** All that remains. */
  public Bytes takeRest() {
    return Bytes.wrap(takeRaw(remaining()));
  }

  /** To be called behind the last item: throws if anything follows. */
  public void end() {
    if (remaining() > 0) {
      throw malformed(remaining() + " bytes too many");
    }
  }

  /** An error at this place. */
  public StorageException malformed(String reason) {
    return new StorageException(
        ErrorCode.INVALID_ARGUMENT, "malformed at byte " + position + ": " + reason);
  }

  private byte[] takeRaw(int length) {
    byte[] taken = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return taken;
  }

  private void need(long length) {
    if (length > remaining()) {
      throw malformed(length + " bytes expected, " + remaining() + " left");
    }
  }
}
