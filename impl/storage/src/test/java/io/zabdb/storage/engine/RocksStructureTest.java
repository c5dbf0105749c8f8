package io.zabdb.storage.engine;

/** What a group has, by its log, in RocksDB. */
class RocksStructureTest extends StructureContract {

  @Override
  Backend backend() {
    return new RocksBackend(directory);
  }
}
