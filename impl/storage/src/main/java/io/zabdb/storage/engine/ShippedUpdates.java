package io.zabdb.storage.engine;

import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.command.ArrivalCodec;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.ArrayList;
import java.util.List;

/**
 * The updates that a partition took since an attempt to move it began, as records: what the other
 * group is to run behind the files. They are part of the state, so whoever leads next has them, and
 * no log is kept for a move. They go when the attempt is over.
 */
final class ShippedUpdates {

  private static final char UPDATE = 'U';

  private ShippedUpdates() {}

  /** The prefix of the keys of a partition's updates. */
  static byte[] of(String partition) {
    return new ByteWriter(64).putByte(UPDATE).putString(partition).toArray();
  }

  private static byte[] key(String partition, long number) {
    return new ByteWriter(64).putRaw(of(partition)).putLong(number).toArray();
  }

  /** Adds an update as it was run. */
  static void add(Overlay overlay, String partition, long number, ShardUpdate update) {
    ByteWriter out = new ByteWriter(64 + update.payload().length());
    overlay.put(
        TreeStore.SYSTEM, key(partition, number), ArrivalCodec.putUpdate(out, update).toArray());
  }

  /** Deletes those of a partition. */
  static void forget(Overlay overlay, String partition) {
    KeyRange keys = KeyRange.of(of(partition));
    overlay.deleteRange(TreeStore.SYSTEM, keys.from(), keys.to());
  }

  /**
   * Those behind the first so many, in a row; none if the next one is not there.
   *
   * @param most of them
   * @param room in bytes; the first is taken whatever it has
   */
  static List<ShardUpdate> behind(
      TreeView view, String partition, long after, int most, long room) {
    List<ShardUpdate> found = new ArrayList<>();
    long left = room;
    byte[] end = KeyRange.of(of(partition)).to();
    try (Cursor cursor = view.open(TreeStore.SYSTEM, key(partition, after + 1), end)) {
      while (cursor.isValid()
          && found.size() < most
          && (found.isEmpty() || cursor.valueLength() <= left)
          && numberOf(cursor.key()) == after + 1 + found.size()) {
        left -= cursor.valueLength();
        found.add(SystemRecords.read(cursor.value(), ArrivalCodec::takeUpdate));
        cursor.next();
      }
    }
    return found;
  }

  private static long numberOf(byte[] key) {
    return new ByteReader(key, key.length - Long.BYTES).takeLong();
  }

  /** Adds all of a partition to a hash. */
  static void addTo(StateHash hash, TreeView view, String partition) {
    Trees.forEachRecord(view, of(partition), hash::add);
  }
}
