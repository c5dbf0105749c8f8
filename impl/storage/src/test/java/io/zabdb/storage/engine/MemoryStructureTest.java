package io.zabdb.storage.engine;

/** What a group has, by its log, in memory. */
class MemoryStructureTest extends StructureContract {

  @Override
  Backend backend() {
    return new MemoryBackend();
  }
}
