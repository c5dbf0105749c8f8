package io.zabdb.node.replica;

import io.zabdb.log.file.Directory;
import io.zabdb.log.file.LogFiles;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Where log, store and checkpoints of a replica are. */
public interface ReplicaDisk {

  /** The folder of what was set aside, in that of the replica. */
  String SET_ASIDE = "set-aside";

  /** The directory of the log. */
  LogFiles openLog() throws IOException;

  /**
   * The store, as it was flushed last.
   *
   * @throws io.zabdb.storage.data.StorageException if it is damaged
   */
  StorageEngine openStore();

  /** The checkpoints; the same each time. */
  CheckpointFolder checkpoints();

  /**
   * Moves store and checkpoints out of the way: the log that led to them is gone. What was moved
   * before is deleted.
   */
  void setStoreAside() throws IOException;

  /** Below the directory that the settings name. */
  static ReplicaDisk of(ReplicaSettings settings) {
    CheckpointFolder checkpoints =
        new CheckpointFolder(settings.directory().resolve("checkpoints"));
    return new ReplicaDisk() {
      @Override
      public LogFiles openLog() throws IOException {
        return Directory.open(settings.directory().resolve("log"));
      }

      @Override
      public StorageEngine openStore() {
        return TreeEngine.onDisk(
            settings.directory().resolve("store"), settings.rocks(), settings.sessions());
      }

      @Override
      public CheckpointFolder checkpoints() {
        return checkpoints;
      }

      @Override
      public void setStoreAside() throws IOException {
        Path aside = settings.directory().resolve(SET_ASIDE);
        DiskFiles.delete(aside);
        Files.createDirectories(aside);
        // The store comes last: as long as it is there, a start finds that the log is gone.
        for (String each : List.of("checkpoints", "store")) {
          Path path = settings.directory().resolve(each);
          if (Files.exists(path)) {
            Files.move(path, aside.resolve(each), StandardCopyOption.ATOMIC_MOVE);
          }
        }
      }
    };
  }
}
