package io.zabdb.storage.engine;

import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.function.BiConsumer;

/** The trees of an engine: one for each partition, and the system tree. */
final class Trees {

  private Trees() {}

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
