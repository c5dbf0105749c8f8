package io.zabdb.storage.tree;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The changes to one tree. Not thread-safe. */
public final class TreeChanges {

  // Keys to their new values, null for deleted ones.
  private final NavigableMap<byte[], byte[]> keys = new TreeMap<>(Arrays::compareUnsigned);
  // The starts of deleted ranges to their ends. No two overlap.
  private final NavigableMap<byte[], byte[]> ranges = new TreeMap<>(Arrays::compareUnsigned);

  /** Keys in order with their new values; null: deleted. */
  public NavigableMap<byte[], byte[]> keys() {
    return keys;
  }

  /** Deleted ranges, the first key to the first behind, disjoint and in order. */
  public Map<byte[], byte[]> ranges() {
    return ranges;
  }

  void put(byte[] key, byte[] value) {
    keys.put(key, value);
  }

  void delete(byte[] key) {
    keys.put(key, null);
  }

  void deleteRange(byte[] from, byte[] to) {
    keys.subMap(from, to).clear();
    byte[] start = from;
    byte[] end = to;
    Map.Entry<byte[], byte[]> before = ranges.floorEntry(from);
    if (before != null && Arrays.compareUnsigned(before.getValue(), from) >= 0) {
      start = before.getKey();
    }
    NavigableMap<byte[], byte[]> joined = ranges.subMap(start, true, to, true);
    for (byte[] other : joined.values()) {
      end = Arrays.compareUnsigned(other, end) > 0 ? other : end;
    }
    joined.clear();
    ranges.put(start, end);
  }

  /** The end of the deleted range that a key is in; null: it is in none. */
  byte[] endOfRange(byte[] key) {
    Map.Entry<byte[], byte[]> range = ranges.floorEntry(key);
    return range != null && Arrays.compareUnsigned(key, range.getValue()) < 0
        ? range.getValue()
        : null;
  }
}
