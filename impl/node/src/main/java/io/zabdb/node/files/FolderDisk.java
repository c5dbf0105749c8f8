package io.zabdb.node.files;

import io.zabdb.log.file.Directory;
import io.zabdb.log.file.LogFiles;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.storage.engine.SessionMemory;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/** Log, store and checkpoints in a folder of the replica's own. */
public final class FolderDisk implements ReplicaDisk {

  private static final String CHECKPOINTS = "checkpoints";
  private static final String STORE = "store";
  private static final String MOVES = "moves";

  private final Path directory;
  private final RocksOptions rocks;
  private final SessionMemory sessions;
  private final CheckpointFolder checkpoints;

  /**
   * @param directory of this replica alone
   * @param rocks how the store uses the machine
   * @param sessions how much memory it has for sessions
   */
  public FolderDisk(Path directory, RocksOptions rocks, SessionMemory sessions) {
    this.directory = directory;
    this.rocks = rocks;
    this.sessions = sessions;
    checkpoints = new CheckpointFolder(directory.resolve(CHECKPOINTS));
  }

  @Override
  public String location() {
    return directory.toString();
  }

  @Override
  public LogFiles openLog() throws IOException {
    return Directory.open(directory.resolve("log"));
  }

  @Override
  public StorageEngine openStore() {
    return TreeEngine.onDisk(directory.resolve(STORE), rocks, sessions);
  }

  @Override
  public CheckpointFolder checkpoints() {
    return checkpoints;
  }

  @Override
  public Optional<Path> moves() {
    return Optional.of(directory.resolve(MOVES));
  }

  @Override
  public void setStoreAside() throws IOException {
    Path aside = directory.resolve(SET_ASIDE);
    DiskFiles.delete(aside);
    Files.createDirectories(aside);
    // The store comes last: as long as it is there, a start finds that the log is gone.
    for (String each : List.of(CHECKPOINTS, MOVES, STORE)) {
      Path path = directory.resolve(each);
      if (Files.exists(path)) {
        Files.move(path, aside.resolve(each), StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  @Override
  public void markDamaged(String what) throws IOException {
    Files.writeString(SetAside.mark(directory), what + "\n");
  }

  @Override
  public String replaceDamaged(long purged) throws IOException {
    return SetAside.ifMarked(directory, purged);
  }
}
