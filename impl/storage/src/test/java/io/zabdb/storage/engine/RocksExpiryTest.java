package io.zabdb.storage.engine;

/** What is remembered of sessions, in RocksDB. */
class RocksExpiryTest extends ExpiryContract {

  @Override
  Backend backend() {
    return new RocksBackend(directory);
  }
}
