package io.zabdb.storage.tree;

/** A view with changes laid over it: they are seen, though not yet made. Not thread-safe. */
public final class Overlay implements TreeView {

  private final TreeView base;
  private final Changes changes = new Changes();

  public Overlay(TreeView base) {
    this.base = base;
  }

  public Changes changes() {
    return changes;
  }

  public void put(String tree, byte[] key, byte[] value) {
    changes.of(tree).put(key, value);
  }

  public void delete(String tree, byte[] key) {
    changes.of(tree).delete(key);
  }

  /** Deletes the keys from {@code from} on that are before {@code to}. */
  public void deleteRange(String tree, byte[] from, byte[] to) {
    changes.of(tree).deleteRange(from, to);
  }

  @Override
  public byte[] get(String tree, byte[] key) {
    TreeChanges changed = changes.of(tree);
    if (changed.keys().containsKey(key)) {
      return changed.keys().get(key);
    }
    return changed.endOfRange(key) != null ? null : base.get(tree, key);
  }

  /** The cursor does not see changes that are made while it is open. */
  @Override
  public Cursor open(String tree, byte[] from, byte[] to) {
    return new OverlayCursor(base.open(tree, from, to), changes.of(tree), from, to);
  }

  @Override
  public void close() {
    base.close();
  }
}
