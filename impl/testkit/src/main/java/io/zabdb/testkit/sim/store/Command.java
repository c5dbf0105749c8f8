package io.zabdb.testkit.sim.store;

import java.nio.ByteBuffer;

/**
 * What a client asks of the store, as it stands in the log. Value 0 means that a key has none.
 *
 * @param value to write, if it writes one
 * @param expected what a CAS expects to find
 */
public record Command(Kind kind, int key, long value, long expected) {

  /** The operations. */
  public enum Kind {
    GET,
    PUT,
    CAS,
    DELETE
  }

  private static final int BYTES = 1 + Integer.BYTES + 2 * Long.BYTES;

  /** As the payload of an entry, with {@code padding} bytes behind it. */
  public byte[] encode(int padding) {
    return ByteBuffer.allocate(BYTES + padding)
        .put((byte) kind.ordinal())
        .putInt(key)
        .putLong(value)
        .putLong(expected)
        .array();
  }

  public static Command decode(byte[] payload) {
    ByteBuffer bytes = ByteBuffer.wrap(payload);
    return new Command(
        Kind.values()[bytes.get()], bytes.getInt(), bytes.getLong(), bytes.getLong());
  }

  @Override
  public String toString() {
    return switch (kind) {
      case GET -> "get k" + key;
      case PUT -> "put k" + key + "=" + value;
      case CAS -> "cas k" + key + " " + expected + "->" + value;
      case DELETE -> "delete k" + key;
    };
  }
}
