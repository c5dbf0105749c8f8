package io.zabdb.storage.codec;

import io.zabdb.model.data.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow. Not thread-safe. The formats are in docs/storage-format.md. */
public final class ByteWriter {

  private byte[] bytes;
  private int size;

  /** An empty one, with room for {@code capacity} bytes before it grows. */
  public ByteWriter(int capacity) {
    bytes = new byte[Math.max(capacity, 16)];
  }

  public ByteWriter putByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  /** Eight bytes, the highest first. */
  public ByteWriter putLong(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      putByte((int) (value >>> shift));
    }
    return this;
  }

  /** Seven bits a byte, the lowest first, the top bit set in all but the last: 1 to 10 bytes. */
  public ByteWriter putVarint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      putByte((int) (rest | 0x80));
      rest >>>= 7;
    }
    return putByte((int) rest);
  }

  /** Nothing but these bytes. */
  public ByteWriter putRaw(byte[] value) {
    return putRaw(value, 0, value.length);
  }

  /** Nothing but {@code length} bytes of {@code value}. */
  public ByteWriter putRaw(byte[] value, int offset, int length) {
    reserve(length);
    System.arraycopy(value, offset, bytes, size, length);
    size += length;
    return this;
  }

  /** The length, then the bytes. */
  public ByteWriter putBytes(Bytes value) {
    return putVarint(value.length()).putRaw(value.array());
  }

  /** As bytes, in UTF-8. */
  public ByteWriter putString(String value) {
    return putBytes(Bytes.wrap(value.getBytes(StandardCharsets.UTF_8)));
  }

  public int size() {
    return size;
  }

  /** A copy of what was written. */
  public byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }
}
