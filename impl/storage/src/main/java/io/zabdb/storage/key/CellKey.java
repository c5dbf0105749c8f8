package io.zabdb.storage.key;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Version;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.data.StorageException;
import java.util.Arrays;
import java.util.function.Function;

/**
 * A key in a partition's tree: token, row key, family id, qualifier, version. Bytes compare as
 * cells do: by token, row key, family and qualifier upwards, then the newest version first.
 *
 * <pre>
 * token       8 bytes, the highest first, its sign bit flipped
 * row key     00 becomes 00 ff; ends with 00 00
 * family id   2 bytes
 * qualifier   as the row key
 * version     move, epoch, counter: each the number of its bytes, then these, all bits flipped
 * </pre>
 *
 * <p>A family that keeps one version has a place for each column, whose key ends with the
 * qualifier: what is written later takes the place of what was there. It compares as newer than all
 * versions.
 *
 * @param family the id of the family, its place in the partition
 */
public record CellKey(Bytes row, int family, Bytes qualifier, Version version) {

  /** How many bytes of a key are the token. */
  public static final int TOKEN_BYTES = Long.BYTES;

  private static final int ESCAPED = 0xff;
  private static final int MAX_FAMILY = 0x7fff;

  /** The prefix of all keys with tokens from {@code token} upwards begins here. */
  public static byte[] ofToken(long token) {
    return new ByteWriter(TOKEN_BYTES).putLong(token ^ Long.MIN_VALUE).toArray();
  }

  /** The prefix of all keys of a row. */
  public static byte[] ofRow(Bytes row) {
    return rowPrefix(row, 0).toArray();
  }

  /** The prefix of all keys of a family in a row. */
  public static byte[] ofFamily(Bytes row, int family) {
    return familyPrefix(row, family, 0).toArray();
  }

  /** The prefix of all versions of a column, and the key of its place if one is kept. */
  public static byte[] ofColumn(Bytes row, int family, Bytes qualifier) {
    return columnPrefix(row, family, qualifier, 0).toArray();
  }

  /** The least key behind all keys that begin with {@code prefix}; null if none is. */
  public static byte[] after(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] next = Arrays.copyOf(prefix, length);
    next[length - 1]++;
    return next;
  }

  public byte[] encode() {
    ByteWriter out = columnPrefix(row, family, qualifier, 3 * (1 + Long.BYTES));
    putDescending(out, version.move());
    putDescending(out, version.epoch());
    putDescending(out, version.counter());
    return out.toArray();
  }

  /**
   * Reads a key.
   *
   * @throws StorageException {@link ErrorCode#CORRUPT}, if it is none
   */
  public static CellKey decode(byte[] key) {
    return decode(
        key, in -> new Version(in.takeDescending(), in.takeDescending(), in.takeDescending()));
  }

  /**
   * The key of a cell in the place of its column.
   *
   * @param version of the cell, which the key does not say
   * @throws StorageException {@link ErrorCode#CORRUPT}, if it is none
   */
  public static CellKey decodePlace(byte[] key, Version version) {
    return decode(key, in -> version);
  }

  private static CellKey decode(byte[] key, Function<Parser, Version> version) {
    Parser in = new Parser(key, TOKEN_BYTES);
    CellKey decoded =
        new CellKey(
            in.takeEscaped(),
            in.takeByte() << 8 | in.takeByte(),
            in.takeEscaped(),
            version.apply(in));
    if (in.position != key.length) {
      throw corrupt(key);
    }
    return decoded;
  }

  /** Whether a key is that of the place of a column, and not of one of its versions. */
  public static boolean isPlace(byte[] key) {
    return columnLength(key) == key.length;
  }

  /** How many bytes of a key are the prefix of its column. */
  public static int columnLength(byte[] key) {
    Parser in = new Parser(key, TOKEN_BYTES);
    in.skipEscaped();
    in.takeByte();
    in.takeByte();
    in.skipEscaped();
    return in.position;
  }

  /** The id of a key's family. */
  public static int familyOf(byte[] key) {
    Parser in = new Parser(key, TOKEN_BYTES);
    in.skipEscaped();
    return in.takeByte() << 8 | in.takeByte();
  }

  private static ByteWriter rowPrefix(Bytes row, int more) {
    ByteWriter out = new ByteWriter(TOKEN_BYTES + row.length() + 4 + more);
    out.putLong(Token.of(row.array()) ^ Long.MIN_VALUE);
    putEscaped(out, row);
    return out;
  }

  private static ByteWriter familyPrefix(Bytes row, int family, int more) {
    if (family < 0 || family > MAX_FAMILY) {
      throw new IllegalArgumentException("family " + family + " is not in 0.." + MAX_FAMILY);
    }
    return rowPrefix(row, 2 + more).putByte(family >>> 8).putByte(family);
  }

  private static ByteWriter columnPrefix(Bytes row, int family, Bytes qualifier, int more) {
    ByteWriter out = familyPrefix(row, family, qualifier.length() + 4 + more);
    putEscaped(out, qualifier);
    return out;
  }

  private static void putEscaped(ByteWriter out, Bytes bytes) {
    for (byte b : bytes.array()) {
      out.putByte(b);
      if (b == 0) {
        out.putByte(ESCAPED);
      }
    }
    out.putByte(0).putByte(0);
  }

  private static void putDescending(ByteWriter out, long value) {
    int length = (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8;
    out.putByte(~length);
    for (int i = length - 1; i >= 0; i--) {
      out.putByte((int) ~(value >>> (8 * i)));
    }
  }

  private static StorageException corrupt(byte[] key) {
    return new StorageException(ErrorCode.CORRUPT, "not the key of a cell: " + Bytes.wrap(key));
  }

  /** Goes through a key. */
  private static final class Parser {

    private final byte[] key;
    private int position;

    Parser(byte[] key, int position) {
      this.key = key;
      this.position = position;
    }

    int takeByte() {
      if (position >= key.length) {
        throw corrupt(key);
      }
      return key[position++] & 0xff;
    }

    Bytes takeEscaped() {
      int start = position;
      int length = skipEscaped();
      byte[] bytes = new byte[length];
      for (int from = start, to = 0; to < length; to++) {
        bytes[to] = key[from];
        from += key[from] == 0 ? 2 : 1;
      }
      return Bytes.wrap(bytes);
    }

    /** Returns how many bytes there are without the escapes. */
    int skipEscaped() {
      for (int length = 0; ; length++) {
        if (takeByte() == 0) {
          int next = takeByte();
          if (next == 0) {
            return length;
          }
          if (next != ESCAPED) {
            throw corrupt(key);
          }
        }
      }
    }

    long takeDescending() {
      int length = ~takeByte() & 0xff;
      if (length > Long.BYTES) {
        throw corrupt(key);
      }
      long value = 0;
      for (int i = 0; i < length; i++) {
        value = value << 8 | (~takeByte() & 0xff);
      }
      if (value < 0) {
        throw corrupt(key);
      }
      return value;
    }
  }
}
