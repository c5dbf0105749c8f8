package io.zabdb.storage.tree;

/** Goes up through the keys of a tree, within bounds. Not thread-safe; to be closed. */
public interface Cursor extends AutoCloseable {

  /** Whether it stands on a key; if not, it has passed the last. */
  boolean isValid();

  /** Not to be changed. */
  byte[] key();

  /** Not to be changed. */
  byte[] value();

  /** How long the value is, in bytes; cheap, whatever the length. */
  int valueLength();

  void next();

  /** Goes to the first key from {@code key} on, which is not before where it stands. */
  void seek(byte[] key);

  @Override
  void close();
}
