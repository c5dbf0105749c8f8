package io.zabdb.storage.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A string of bytes, ordered as unsigned bytes. Immutable: nobody may change the array given. */
public final class Bytes implements Comparable<Bytes> {

  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private static final int SHOWN = 32;

  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** These bytes, not copied. */
  public static Bytes of(byte[] array) {
    return array.length == 0 ? EMPTY : new Bytes(array);
  }

  /** A text in UTF-8. */
  public static Bytes of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes themselves: not to be changed. */
  public byte[] array() {
    return array;
  }

  public int length() {
    return array.length;
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

  /** As text where it is printable ASCII, {@code \xx} in hexadecimal elsewhere; long ones cut. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < array.length && i < SHOWN; i++) {
      if (array[i] > ' ' && array[i] < 0x7f && array[i] != '\\') {
        text.append((char) array[i]);
      } else {
        text.append(String.format("\\%02x", array[i]));
      }
    }
    return array.length > SHOWN ? text + "... (" + array.length + " bytes)" : text.toString();
  }
}
