package io.zabdb.storage.engine;

/** Splits and merges, in memory. */
class MemoryShardingTest extends ShardingContract {

  @Override
  Backend backend() {
    return new MemoryBackend();
  }
}
