package io.zabdb.storage.engine;

import io.zabdb.storage.memory.MemoryDisk;

/** In memory. */
final class MemoryBackend implements Backend {

  private final MemoryDisk disk = new MemoryDisk();

  @Override
  public StorageEngine open() {
    return TreeEngine.inMemory(disk);
  }

  @Override
  public Backend fresh() {
    return new MemoryBackend();
  }
}
