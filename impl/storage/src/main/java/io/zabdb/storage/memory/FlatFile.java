package io.zabdb.storage.memory;

import io.zabdb.model.data.Bytes;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A tree as a file: keys and values in turn, each behind its length. At most 2 GiB. */
final class FlatFile {

  private FlatFile() {}

  static void write(Path file, Cursor cursor) {
    ByteWriter out = new ByteWriter(1 << 12);
    for (; cursor.isValid(); cursor.next()) {
      out.putBytes(Bytes.wrap(cursor.key())).putBytes(Bytes.wrap(cursor.value()));
    }
    try {
      Files.write(file, out.toArray());
    } catch (IOException e) {
      throw DiskFiles.failed("write " + file, e);
    }
  }

  static NavigableMap<byte[], byte[]> read(Path file) {
    NavigableMap<byte[], byte[]> cells = new TreeMap<>(Arrays::compareUnsigned);
    try {
      ByteReader in = new ByteReader(Files.readAllBytes(file));
      while (in.remaining() > 0) {
        cells.put(in.takeBytes().array(), in.takeBytes().array());
      }
    } catch (IOException e) {
      throw DiskFiles.failed("read " + file, e);
    }
    return cells;
  }
}
