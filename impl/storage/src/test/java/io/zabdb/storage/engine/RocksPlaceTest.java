package io.zabdb.storage.engine;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Where cells are in RocksDB. */
class RocksPlaceTest extends PlaceContract {

  @TempDir Path directory;

  @Override
  Backend backend() {
    return new RocksBackend(directory);
  }
}
