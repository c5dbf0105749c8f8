package io.zabdb.node.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.peer.CheckpointFiles;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {

  @TempDir Path directory;
  private int sends;

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
              (files, tables) -> {
                Checkpoint state = store.exportCheckpoint(files, tables);
                adopted[0] = folder.adopt(received);
                return state;
              });
      assertTrue(Files.exists(taken.directory().resolve("CURRENT")));
      assertEquals("rows", Files.readString(adopted[0].directory().resolve("table")));
      assertEquals(
          List.of(taken.length(), 9L), folder.open(0).stream().map(Checkpoint::length).toList());
    }
  }

  /** Its files have moved already when there is no room for the rest of it. */
  @Test
  void aCheckpointThatWasTakenOverIsTakenOverAgain() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    CheckpointFiles received = received(9);
    CheckpointFiles first = folder.adopt(received);
    assertEquals(first, folder.adopt(received));
    // As far as it came before it failed.
    Path adopted = directory.resolve("checkpoints").resolve("adopted");
    Files.createDirectories(adopted);
    Files.move(first.directory(), adopted.resolve("files"));
    assertEquals(first, folder.adopt(received));
    assertEquals("rows", Files.readString(first.directory().resolve("table")));
  }

  @Test
  void aCheckpointThatNobodyWantsIsDeleted() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    CheckpointFiles received = received(9);
    folder.discard(received);
    assertFalse(Files.exists(received.directory()));
    assertEquals(List.of(), folder.open(0));
  }

  /** The core keeps what it was given, and sends that to who lags. */
  @Test
  void aCheckpointThatWasReceivedCanBeSentOn() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    CheckpointFiles received = received(9);
    CheckpointFiles adopted = folder.adopt(received);
    assertEquals(folder.filesOf(adopted), folder.filesOf(received));
    assertEquals(1, folder.filesOf(received).size());
    Connection connection = new Connection(1, 2, 3);
    folder.lend(connection, received);
    folder.deleteBelow(10);
    assertTrue(Files.exists(adopted.directory()), "it is being sent");
    folder.release(connection);
    folder.deleteBelow(10);
    assertFalse(Files.exists(adopted.directory()));
  }

  /** Each attempt would keep what the store has by then, on a disk that may be full. */
  @Test
  void aCheckpointThatFailsKeepsNothing() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    try (StorageEngine store = store()) {
      StorageException failed =
          assertThrows(
              StorageException.class,
              () ->
                  folder.take(
                      (files, tables) -> {
                        store.exportCheckpoint(files, tables);
                        throw new StorageException(ErrorCode.DISK_FULL, "no room");
                      }));
      assertEquals(ErrorCode.DISK_FULL, failed.code());
      assertEquals(List.of(), tables("checkpoints"));
      assertFalse(Files.exists(directory.resolve("checkpoints").resolve("next")));
      folder.take(store);
      assertEquals(tables("store").size(), tables("checkpoints").size());
    }
  }

  private static final int TABLES = 40;

  /** A store of as many tables, which nobody compacts. */
  private StorageEngine store() {
    StorageEngine store = TreeEngine.onDisk(directory.resolve("store"), RocksOptions.TINY);
    store.compactions().setAutomatic(false);
    store.createPartition(new Partition("p", 0, List.of(Family.of("f"))));
    for (int i = 0; i < TABLES; i++) {
      write(store);
    }
    return store;
  }

  private static void write(StorageEngine store) {
    long next = store.applied().length() + 1;
    Change put = new Change.Put(new Column("f", Bytes.of("q")), Bytes.of("value " + next));
    Action action = new Action.Mutate(new RowMutation(Bytes.of("row"), List.of(put)));
    byte[] payload = CommandCodec.encode(new Command("p", 1, action));
    store.apply(List.of(new Entry(1, next, 1, next, payload)));
    store.flush();
  }

  private List<Path> tables(String below) throws IOException {
    try (Stream<Path> all = Files.walk(directory.resolve(below))) {
      return all.filter(file -> file.toString().endsWith(".sst")).toList();
    }
  }

  /** The name of each table of the store, to how many links it has, that of the store included. */
  private Map<String, Integer> links() throws IOException {
    Map<String, Integer> links = new HashMap<>();
    for (Path table : tables("store")) {
      links.put(table.getFileName().toString(), (int) Files.getAttribute(table, "unix:nlink"));
    }
    return links;
  }

  /** When something was last done to a table of the store: a link to it made or removed. */
  private Map<String, Object> changes(Set<String> names) throws IOException {
    Map<String, Object> changes = new HashMap<>();
    for (Path table : tables("store")) {
      if (names.contains(table.getFileName().toString())) {
        changes.put(table.getFileName().toString(), Files.getAttribute(table, "unix:ctime"));
      }
    }
    return changes;
  }

  @Test
  void aCheckpointLinksOnlyWhatIsNewSinceTheOneBefore() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    try (StorageEngine store = store()) {
      folder.take(store::exportCheckpoint);
      Set<String> before = links().keySet();
      assertTrue(before.size() >= TABLES, before::toString);
      Map<String, Object> then = changes(before);
      for (int checkpoint = 0; checkpoint < 3; checkpoint++) {
        write(store);
        folder.take(store::exportCheckpoint);
      }
      assertTrue(links().size() > before.size());
      links().forEach((table, links) -> assertEquals(2, links, table));
      folder.deleteBelow(store.applied().length());
      assertEquals(then, changes(before));
      links().forEach((table, links) -> assertEquals(2, links, table));
    }
  }

  /** What the state in a store would be that was sent a checkpoint. */
  private String hashOf(CheckpointFolder folder, CheckpointFiles checkpoint) throws IOException {
    Path sent = Files.createDirectory(directory.resolve("sent-" + ++sends));
    for (Path file : folder.filesOf(checkpoint)) {
      Files.copy(file, sent.resolve(file.getFileName()));
    }
    Path other = directory.resolve("other-" + sends);
    try (StorageEngine receiver = TreeEngine.onDisk(other, RocksOptions.TINY)) {
      receiver.importCheckpoint(sent);
      return hashOf(receiver);
    }
  }

  private static String hashOf(StorageEngine store) {
    try (Snapshot state = store.snapshot()) {
      return state.hash();
    }
  }

  private long tablesOfCheckpoints() throws IOException {
    return tables("checkpoints").size();
  }

  @Test
  void aCheckpointStaysWholeWhileItIsLentAndThenOnlyItsOwnTablesGo() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    Connection connection = new Connection(1, 0, 1);
    try (StorageEngine store = store()) {
      CheckpointFiles first = folder.take(store::exportCheckpoint);
      long all = tablesOfCheckpoints();
      String then = hashOf(store);
      folder.lend(connection, first);
      write(store);
      store.compactions().compact("p", TokenRange.ALL);
      store.compactions().compactRecords();
      CheckpointFiles second = folder.take(store::exportCheckpoint);
      folder.deleteBelow(second.length());
      assertTrue(tablesOfCheckpoints() > all);
      assertEquals(then, hashOf(folder, first));
      assertEquals(hashOf(store), hashOf(folder, second));
      folder.release(connection);
      folder.deleteBelow(second.length());
      assertEquals(tables("store").size(), tablesOfCheckpoints());
      assertEquals(hashOf(store), hashOf(folder, second));
    }
  }

  /** Else a node that was killed meanwhile might not start again: its manifest would be missing. */
  @Test
  void whatACrashLeavesOfOneThatIsDeletedIsNone() throws IOException {
    Path where = directory.resolve("checkpoints");
    CheckpointFolder folder =
        new CheckpointFolder(
            where,
            checkpoint -> {
              DiskFiles.delete(checkpoint.resolve("files").resolve("ZABDB-MANIFEST"));
              throw new IOException("killed");
            });
    folder.open(0);
    try (StorageEngine store = store()) {
      folder.take(store::exportCheckpoint);
      write(store);
      CheckpointFiles second = folder.take(store::exportCheckpoint);
      assertThrows(StorageException.class, () -> folder.deleteBelow(second.length()));
      assertEquals(List.of(second), new CheckpointFolder(where).open(0));
      assertEquals(hashOf(store), hashOf(folder, second));
    }
  }

  /** Another state may have other tables by the same names. */
  @Test
  void theTablesOfAStateThatWasReplacedAreNotTakenForThoseOfTheNextOne() throws IOException {
    CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
    folder.open(0);
    try (StorageEngine store = store()) {
      CheckpointFiles before = folder.take(store::exportCheckpoint);
      String then = hashOf(store);
      Path exported = directory.resolve("exported");
      try (StorageEngine peer = TreeEngine.onDisk(directory.resolve("peer"), RocksOptions.TINY)) {
        peer.compactions().setAutomatic(false);
        peer.createPartition(new Partition("p", 0, List.of(Family.of("f"), Family.of("g"))));
        for (int i = 0; i < TABLES + 1; i++) {
          write(peer);
        }
        peer.exportCheckpoint(exported);
      }
      store.importCheckpoint(exported);
      CheckpointFiles after = folder.take(store::exportCheckpoint);
      assertEquals(then, hashOf(folder, before));
      assertEquals(hashOf(store), hashOf(folder, after));
    }
  }

  @Test
  void thePoolOfAFormerProcessGoesWithTheLastCheckpointInIt() throws IOException {
    CheckpointFolder former = new CheckpointFolder(directory.resolve("checkpoints"));
    former.open(0);
    try (StorageEngine store = store()) {
      String then = hashOf(store);
      former.take(store::exportCheckpoint);
      CheckpointFolder folder = new CheckpointFolder(directory.resolve("checkpoints"));
      CheckpointFiles first = (CheckpointFiles) folder.open(0).get(0);
      write(store);
      CheckpointFiles second = folder.take(store::exportCheckpoint);
      assertEquals(then, hashOf(folder, first));
      folder.deleteBelow(second.length());
      assertEquals(tables("store").size(), tablesOfCheckpoints());
      assertEquals(List.of(second), folder.open(0));
      assertEquals(hashOf(store), hashOf(folder, second));
    }
  }
}
