package io.zabdb.storage.tree;

import java.nio.file.Path;

/**
 * The state that an exported directory holds, opened beside the store in use. For one thread at a
 * time.
 */
public interface ExportedState extends AutoCloseable {

  /** Reads it; open as long as this is. */
  TreeView view();

  /**
   * Writes what {@link TreeStore#importTree} takes of a tree into a directory, which exists: links
   * to the files of the state where they are files, so it costs as little for a large tree as for a
   * small one.
   */
  void exportTree(String tree, Path directory);

  @Override
  void close();
}
