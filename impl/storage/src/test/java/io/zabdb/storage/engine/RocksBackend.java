package io.zabdb.storage.engine;

import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.rocks.RocksTreeStore;
import io.zabdb.storage.tree.TreeStore;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** In RocksDB, with memtables and files so small that it flushes and compacts at will. */
record RocksBackend(Path parent, AtomicInteger stores, int number) implements Backend {

  RocksBackend(Path parent) {
    this(parent, new AtomicInteger(), 0);
  }

  Path directory() {
    return parent.resolve("store-" + number);
  }

  @Override
  public TreeStore store() {
    return new RocksTreeStore(directory(), RocksOptions.TINY);
  }

  @Override
  public Backend fresh() {
    return new RocksBackend(parent, stores, stores.incrementAndGet());
  }
}
