package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.key.CellKey;

/**
 * A cell as a tree has it. Of a family that keeps one version it is in the place of its column, and
 * its value says of which version it is: so nothing is left of what it takes the place of, and
 * nobody has to look for that. Else its key says so. Up to format 5 all keys did.
 *
 * @param time of the write, in milliseconds
 */
record StoredCell(CellKey key, long time, Bytes value) {

  private static final int MAX_HEAD = 4 * 10;

  /** Reads a cell, from wherever it is. */
  static StoredCell read(byte[] key, byte[] stored) {
    ByteReader in = new ByteReader(stored);
    CellKey decoded =
        CellKey.isPlace(key)
            ? CellKey.decodePlace(key, VersionCodec.take(in))
            : CellKey.decode(key);
    return new StoredCell(decoded, in.takeVarint(), in.takeRest());
  }

  /** When it was written; the value is not copied. */
  static long time(byte[] key, byte[] stored) {
    ByteReader in = new ByteReader(stored);
    if (CellKey.isPlace(key)) {
      VersionCodec.take(in);
    }
    return in.takeVarint();
  }

  /** Where a cell of this family belongs. */
  byte[] storedKey(Family family) {
    return isInPlace(family)
        ? CellKey.ofColumn(key.row(), key.family(), key.qualifier())
        : key.encode();
  }

  /** What stands there. */
  byte[] storedValue(Family family) {
    if (!isInPlace(family)) {
      return timeAndValue();
    }
    return VersionCodec.put(new ByteWriter(MAX_HEAD + value.length()), key.version())
        .putVarint(time)
        .putRaw(value.array())
        .toArray();
  }

  /** What stands there if the key says the version. */
  byte[] timeAndValue() {
    return new ByteWriter(MAX_HEAD + value.length())
        .putVarint(time)
        .putRaw(value.array())
        .toArray();
  }

  /** Whether cells of a family are in the places of their columns. */
  static boolean isInPlace(Family family) {
    return family.versions() == 1;
  }
}
