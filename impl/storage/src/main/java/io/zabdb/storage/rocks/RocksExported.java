package io.zabdb.storage.rocks;

import io.zabdb.storage.tree.ExportedState;
import io.zabdb.storage.tree.TreeView;
import java.nio.file.Path;

/** A state that was exported from RocksDB. */
record RocksExported(RocksScratch scratch, TreeView view) implements ExportedState {

  @Override
  public void exportTree(String tree, Path directory) {
    scratch.carry(tree, directory);
  }

  @Override
  public void close() {
    view.close();
    scratch.close();
  }
}
