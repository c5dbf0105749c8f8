package io.zabdb.storage.memory;

import io.zabdb.storage.tree.TreeChanges;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A tree that is copied when it changes, once somebody else may look at it. */
final class MemoryTree {

  private final NavigableMap<byte[], byte[]> cells;
  private boolean shared;

  MemoryTree() {
    this(new TreeMap<>(Arrays::compareUnsigned));
  }

  private MemoryTree(NavigableMap<byte[], byte[]> cells) {
    this.cells = cells;
  }

  /** To be read only. */
  NavigableMap<byte[], byte[]> cells() {
    return cells;
  }

  /** From now on it does not change any more. */
  MemoryTree share() {
    shared = true;
    return this;
  }

  /** This tree, or a copy if it is shared, changed. */
  MemoryTree with(TreeChanges changes) {
    MemoryTree tree = mutable();
    for (Map.Entry<byte[], byte[]> range : changes.ranges().entrySet()) {
      tree.cells.subMap(range.getKey(), range.getValue()).clear();
    }
    changes
        .keys()
        .forEach(
            (key, value) -> {
              if (value == null) {
                tree.cells.remove(key);
              } else {
                tree.cells.put(key, value);
              }
            });
    return tree;
  }

  /** This tree, or a copy if it is shared, with these cells added. */
  MemoryTree with(Map<byte[], byte[]> more) {
    MemoryTree tree = mutable();
    tree.cells.putAll(more);
    return tree;
  }

  private MemoryTree mutable() {
    return shared ? new MemoryTree(new TreeMap<>(cells)) : this;
  }

  /** From {@code from} on, to before {@code to}; null: to the end. */
  static NavigableMap<byte[], byte[]> range(
      NavigableMap<byte[], byte[]> cells, byte[] from, byte[] to) {
    if (to == null) {
      return cells.tailMap(from, true);
    }
    boolean empty = Arrays.compareUnsigned(from, to) >= 0;
    return cells.subMap(from, true, empty ? from : to, false);
  }
}
