package io.zabdb.node.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Zxid;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.transport.peer.CheckpointFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {

  @TempDir Path directory;

  private CheckpointFiles received(long length) {
    try {
      Path files = Files.createDirectories(directory.resolve("incoming").resolve("files"));
      Files.writeString(files.resolve("table"), "rows");
      return new CheckpointFiles(length, new Zxid(1, length), files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One is received while another is being taken, which takes long. */
  @Test
  void aCheckpointIsTakenOverWhileAnotherIsTaken() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    CheckpointFiles received = received(9);
    try (StorageEngine store = TreeEngine.onDisk(directory.resolve("store"), RocksOptions.TINY)) {
      CheckpointFiles[] adopted = new CheckpointFiles[1];
      CheckpointFiles taken =
          folder.take(
              files -> {
                Snapshot state = store.exportCheckpoint(files);
                adopted[0] = folder.adopt(received);
                return state;
              });
      assertTrue(Files.exists(taken.directory().resolve("CURRENT")));
      assertEquals("rows", Files.readString(adopted[0].directory().resolve("table")));
      assertEquals(
          List.of(taken.length(), 9L),
          folder.open(0).stream().map(CheckpointFiles::length).toList());
    }
  }
}
