package io.zabdb.storage.engine;

/** Splits and merges, in RocksDB. */
class RocksShardingTest extends ShardingContract {

  @Override
  Backend backend() {
    return new RocksBackend(directory);
  }
}
