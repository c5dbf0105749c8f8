package io.zabdb.storage.engine;

/** A partition that moves between stores in memory. */
class MemoryArrivalTest extends ArrivalContract {

  @Override
  Backend backend() {
    return new MemoryBackend();
  }
}
