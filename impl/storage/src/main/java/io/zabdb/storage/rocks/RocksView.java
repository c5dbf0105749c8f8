package io.zabdb.storage.rocks;

import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.Arrays;
import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/** Reads a database, at a snapshot or as it is. */
final class RocksView implements TreeView {

  private final RocksDB db;
  private final Map<String, ColumnFamilyHandle> trees;
  private final Snapshot snapshot;
  private final Runnable closed;
  private final ReadOptions options;

  /**
   * @param trees that it can see
   * @param snapshot released when this is closed; null: the present state
   * @param closed is run when this is closed, which has to be once
   */
  RocksView(RocksDB db, Map<String, ColumnFamilyHandle> trees, Snapshot snapshot, Runnable closed) {
    this.db = db;
    this.trees = trees;
    this.snapshot = snapshot;
    this.closed = closed;
    options = options();
  }

  private ReadOptions options() {
    ReadOptions made = new ReadOptions();
    return snapshot == null ? made : made.setSnapshot(snapshot);
  }

  @Override
  public byte[] get(String tree, byte[] key) {
    try {
      return db.get(trees.get(tree), options, key);
    } catch (RocksDBException e) {
      throw RocksErrors.of("read the tree " + tree, e);
    }
  }

  @Override
  public Cursor open(String tree, byte[] from, byte[] to) {
    ReadOptions own = options();
    if (!tree.equals(TreeStore.SYSTEM) && isWithinToken(from, to)) {
      own.setPrefixSameAsStart(true);
    } else {
      own.setTotalOrderSeek(true);
    }
    return new RocksCursor(db, trees.get(tree), own, from, to);
  }

  private static boolean isWithinToken(byte[] from, byte[] to) {
    int length = CellKey.TOKEN_BYTES;
    return to != null
        && from.length >= length
        && to.length >= length
        && Arrays.equals(from, 0, length, to, 0, length);
  }

  @Override
  public void close() {
    options.close();
    if (snapshot != null) {
      db.releaseSnapshot(snapshot);
      snapshot.close();
    }
    closed.run();
  }
}
