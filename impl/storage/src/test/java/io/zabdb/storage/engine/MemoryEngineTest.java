package io.zabdb.storage.engine;

/** The contract, in memory. */
class MemoryEngineTest extends EngineContract {

  @Override
  Backend backend() {
    return new MemoryBackend();
  }
}
