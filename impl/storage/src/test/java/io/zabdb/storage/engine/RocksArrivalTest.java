package io.zabdb.storage.engine;

/** A partition that moves between stores in RocksDB. */
class RocksArrivalTest extends ArrivalContract {

  @Override
  Backend backend() {
    return new RocksBackend(directory.resolve("stores"));
  }
}
