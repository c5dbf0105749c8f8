package io.zabdb.storage.engine;

/** What is remembered of sessions, in memory. */
class MemorySessionsTest extends SessionContract {

  @Override
  Backend backend() {
    return new MemoryBackend();
  }
}
