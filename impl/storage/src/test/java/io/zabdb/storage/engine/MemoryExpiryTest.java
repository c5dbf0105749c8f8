package io.zabdb.storage.engine;

/** What is remembered of sessions, in memory. */
class MemoryExpiryTest extends ExpiryContract {

  @Override
  Backend backend() {
    return new MemoryBackend();
  }
}
