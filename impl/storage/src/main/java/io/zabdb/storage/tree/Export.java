package io.zabdb.storage.tree;

import java.nio.file.Path;
import java.util.Map;

/**
 * A flushed state that stays what it was, whatever is written to the store: its files are kept
 * until this is closed. Not thread-safe, but the store may be used meanwhile.
 */
public interface Export extends AutoCloseable {

  /**
   * Writes the state, synced, and without changing it later. Takes the longer the more of its
   * tables are not in the pool yet.
   *
   * @param directory is made, for all files but the tables
   * @param tables chooses the pool that these go into
   * @return the tables, name to description in a {@link Manifest}; empty if the store has none
   * @throws io.zabdb.storage.data.StorageException if the disk fails
   */
  Map<String, String> write(Path directory, TablePool.Choice tables);

  /**
   * Links the state into a directory, which is made, for {@link TreeStore#open}: nothing is read or
   * synced, so it is not to be kept.
   *
   * @throws io.zabdb.storage.data.StorageException if the disk fails
   */
  void link(Path directory);

  @Override
  void close();
}
