package io.zabdb.storage.engine;

import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.storage.memory.MemoryTreeStore;
import io.zabdb.storage.tree.TreeStore;

/** In memory. */
final class MemoryBackend implements Backend {

  private final MemoryDisk disk = new MemoryDisk();

  @Override
  public TreeStore store() {
    return new MemoryTreeStore(disk);
  }

  @Override
  public Backend fresh() {
    return new MemoryBackend();
  }
}
