package io.zabdb.storage.engine;

/** The contract, in RocksDB. */
class RocksEngineTest extends EngineContract {

  @Override
  Backend backend() {
    return new RocksBackend(directory);
  }
}
