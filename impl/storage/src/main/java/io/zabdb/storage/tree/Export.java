package io.zabdb.storage.tree;

import java.nio.file.Path;

/**
 * A flushed state that stays what it was, whatever is written to the store: its files are kept
 * until this is closed. Not thread-safe, but the store may be used meanwhile.
 */
public interface Export extends AutoCloseable {

  /**
   * Writes the state into a new directory, synced, and without changing it later. Takes the longer
   * the more files the store has.
   *
   * @throws io.zabdb.storage.data.StorageException if the disk fails
   */
  void write(Path directory);

  @Override
  void close();
}
