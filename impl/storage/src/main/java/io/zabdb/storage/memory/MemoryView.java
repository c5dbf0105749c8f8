package io.zabdb.storage.memory;

import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.TreeView;
import java.util.Map;

/** Reads trees in memory. */
final class MemoryView implements TreeView {

  private final Map<String, MemoryTree> trees;

  MemoryView(Map<String, MemoryTree> trees) {
    this.trees = trees;
  }

  @Override
  public byte[] get(String tree, byte[] key) {
    return trees.get(tree).cells().get(key);
  }

  @Override
  public Cursor open(String tree, byte[] from, byte[] to) {
    return new MemoryCursor(MemoryTree.range(trees.get(tree).cells(), from, to));
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
