package io.zabdb.storage.tree;

/** Reads trees. To be closed, its cursors first. */
public interface TreeView extends AutoCloseable {

  /** The value of a key, null if it has none. Not to be changed. */
  byte[] get(String tree, byte[] key);

  /**
   * Opens a cursor on the first key of a range.
   *
   * @param to the first key behind the range; null: there is none
   */
  Cursor open(String tree, byte[] from, byte[] to);

  @Override
  void close();
}
