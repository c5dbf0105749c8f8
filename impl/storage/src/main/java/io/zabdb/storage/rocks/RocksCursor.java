package io.zabdb.storage.rocks;

import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Cursor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** A cursor of RocksDB. */
final class RocksCursor implements Cursor {

  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final ReadOptions options;
  private final byte[] to;
  private final Slice bound;
  private final RocksIterator iterator;
  // Where it stands, null if behind the end: reading it from RocksDB is a copy.
  private byte[] key;

  /**
   * @param options closed with this
   */
  RocksCursor(RocksDB db, ColumnFamilyHandle tree, ReadOptions options, byte[] from, byte[] to) {
    this.options = options;
    this.to = to;
    bound = to == null ? null : new Slice(to);
    if (bound != null) {
      options.setIterateUpperBound(bound);
    }
    iterator = db.newIterator(tree, options);
    try {
      iterator.seek(from);
      arrive();
    } catch (StorageException e) {
      // Nobody else can: whoever opens it hears of it only now.
      close();
      throw e;
    }
  }

  private void arrive() {
    if (iterator.isValid()) {
      key = iterator.key();
      return;
    }
    key = null;
    try {
      // An error also ends a scan, and must not be taken for its end.
      iterator.status();
    } catch (RocksDBException e) {
      throw RocksErrors.of("scan", e);
    }
  }

  @Override
  public boolean isValid() {
    return key != null;
  }

  @Override
  public byte[] key() {
    return key;
  }

  @Override
  public byte[] value() {
    return iterator.value();
  }

  /** RocksDB says how long a value is that does not fit. */
  @Override
  public int valueLength() {
    return iterator.value(NOTHING.duplicate());
  }

  @Override
  public void next() {
    iterator.next();
    arrive();
  }

  @Override
  public void seek(byte[] target) {
    if (to != null && Arrays.compareUnsigned(target, to) >= 0) {
      key = null;
    } else if (key != null && Arrays.compareUnsigned(key, target) < 0) {
      iterator.seek(target);
      arrive();
    }
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    if (bound != null) {
      bound.close();
    }
  }
}
