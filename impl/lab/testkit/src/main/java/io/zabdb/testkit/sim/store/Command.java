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

  /** Stands in front of the kind if terms follow. */
  private static final int WITH_TERMS = 16;

  /** As the payload of an entry that says nothing of sessions. */
  public byte[] encode(int padding) {
    return encode(Terms.NONE, padding);
  }

  /** As the payload of an entry, with {@code padding} bytes behind it. */
  public byte[] encode(Terms terms, int padding) {
    boolean bare = terms.isLeftOut();
    ByteBuffer bytes = ByteBuffer.allocate(BYTES + (bare ? 0 : Terms.BYTES) + padding);
    bytes.put((byte) (kind.ordinal() + (bare ? 0 : WITH_TERMS)));
    bytes.putInt(key).putLong(value).putLong(expected);
    if (!bare) {
      terms.put(bytes);
    }
    return bytes.array();
  }

  /** What the payload of an entry says of sessions. */
  static Terms terms(byte[] payload) {
    ByteBuffer bytes = ByteBuffer.wrap(payload);
    return bytes.get(0) < WITH_TERMS ? Terms.NONE : Terms.take(bytes.position(BYTES));
  }

  public static Command decode(byte[] payload) {
    ByteBuffer bytes = ByteBuffer.wrap(payload);
    return new Command(
        Kind.values()[bytes.get() % WITH_TERMS], bytes.getInt(), bytes.getLong(), bytes.getLong());
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
