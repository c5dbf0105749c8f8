package io.zabdb.model.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A string of bytes, ordered as unsigned bytes: a row key, a qualifier, a value. Immutable. */
public final class Bytes implements Comparable<Bytes> {

  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private static final int SHOWN = 32;

  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** A copy of these bytes. */
  public static Bytes of(byte[] bytes) {
    return wrap(bytes.clone());
  }

  /** A text in UTF-8. */
  public static Bytes of(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** These bytes, not copied: the array must not be changed. */
  public static Bytes wrap(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Bytes(bytes);
  }

  /** The bytes themselves, not copied: they must not be changed. */
  public byte[] array() {
    return array;
  }

  public int length() {
    return array.length;
  }

  public boolean isEmpty() {
    return array.length == 0;
  }

  /** A copy. */
  public byte[] toArray() {
    return array.clone();
  }

  /** The bytes, not copied, read only. */
  public ByteBuffer asByteBuffer() {
    return ByteBuffer.wrap(array).asReadOnlyBuffer();
  }

  /** As a text in UTF-8; what is not UTF-8 becomes U+FFFD. */
  public String text() {
    return new String(array, StandardCharsets.UTF_8);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(array, other.array);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  /** For people: printable ASCII as it is, {@code \xx} in hexadecimal elsewhere; long ones cut. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < array.length && i < SHOWN; i++) {
      if (array[i] >= ' ' && array[i] < 0x7f && array[i] != '\\') {
        text.append((char) array[i]);
      } else {
        text.append(String.format("\\%02x", array[i]));
      }
    }
    return array.length > SHOWN ? text + "... (" + array.length + " bytes)" : text.toString();
  }
}
