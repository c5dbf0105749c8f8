package io.zabdb.storage.engine;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;

/** The value of a cell in a tree: the time of the write as a varint, then the value. */
final class CellValue {

  private static final int MAX_TIME = 7;

  private CellValue() {}

  static byte[] encode(long time, Bytes value) {
    return new ByteWriter(MAX_TIME + value.length())
        .putVarint(time)
        .putRaw(value.array())
        .toArray();
  }

  static long time(byte[] encoded) {
    return new ByteReader(encoded).takeVarint();
  }

  static Bytes value(byte[] encoded) {
    ByteReader in = new ByteReader(encoded);
    in.takeVarint();
    return in.takeRest();
  }
}
