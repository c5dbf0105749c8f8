package io.zabdb.node.replica;

import io.zabdb.log.file.Directory;
import io.zabdb.log.file.LogFiles;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import java.io.IOException;

/** Where the log and the store of a replica are. */
interface ReplicaDisk {

  /** The directory of the log. */
  LogFiles openLog() throws IOException;

  /**
   * The store, as it was flushed last.
   *
   * @throws io.zabdb.storage.data.StorageException if it is damaged
   */
  StorageEngine openStore();

  /** Below the directory that the settings name. */
  static ReplicaDisk of(ReplicaSettings settings) {
    return new ReplicaDisk() {
      @Override
      public LogFiles openLog() throws IOException {
        return Directory.open(settings.directory().resolve("log"));
      }

      @Override
      public StorageEngine openStore() {
        return TreeEngine.onDisk(settings.directory().resolve("store"), settings.rocks());
      }
    };
  }
}
