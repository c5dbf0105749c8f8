package io.zabdb.storage.engine;

/** Where cells are in memory. */
class MemoryPlaceTest extends PlaceContract {

  @Override
  Backend backend() {
    return new MemoryBackend();
  }
}
