package io.zabdb.storage.engine;

import io.zabdb.storage.data.Partition;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.function.BiConsumer;

/** The trees of an engine: one for each partition, and the system tree. */
final class Trees {

  private Trees() {}

  /**
   * The name of a partition's tree. One that came by a move has a tree of that move's own: what is
   * left of an earlier one by its name is another tree. No two partitions have the same.
   */
  static String of(Partition partition) {
    return of(partition.name(), partition.move());
  }

  /** The same of a partition that is not here yet. */
  static String of(String partition, long move) {
    return move == 0 ? "p-" + partition : "m-" + move + "-" + partition;
  }

  /** Goes through the records of the system tree whose keys begin with {@code prefix}. */
  static void forEachRecord(TreeView view, byte[] prefix, BiConsumer<byte[], byte[]> action) {
    KeyRange keys = KeyRange.of(prefix);
    try (Cursor cursor = view.open(TreeStore.SYSTEM, keys.from(), keys.to())) {
      for (; cursor.isValid(); cursor.next()) {
        action.accept(cursor.key(), cursor.value());
      }
    }
  }
}
