package io.zabdb.storage.engine;

/** What is remembered of sessions, in RocksDB. */
class RocksSessionsTest extends SessionContract {

  @Override
  Backend backend() {
    return new RocksBackend(directory);
  }
}
