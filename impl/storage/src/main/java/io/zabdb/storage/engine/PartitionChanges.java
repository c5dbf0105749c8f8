package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.ExportedState;
import io.zabdb.storage.tree.Manifest;
import io.zabdb.storage.tree.TreeStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Makes, drops, exports and imports the partitions of a store. All but exports only by one at a
 * time, while nobody flushes or changes trees. Entries are applied meanwhile: a tree is made before
 * its record is written, and dropped after the record is gone, so that only records are waited for.
 */
final class PartitionChanges {

  static final String PARTITION = "partition";

  private final TreeStore store;
  private final EngineState state;
  private final Consumer<Runnable> records;

  /**
   * @param records runs what writes records while nothing is applied, when all that is known of
   *     sessions stands in their own records
   */
  PartitionChanges(TreeStore store, EngineState state, Consumer<Runnable> records) {
    this.store = store;
    this.state = state;
    this.records = records;
  }

  /** See {@link StorageEngine#createPartition}. */
  void create(Partition partition) {
    state.requireUnfounded();
    Partition present = state.partitions().get(partition.name());
    if (present == null) {
      store.create(Extent.treeOf(partition.name(), partition.move()));
      records.accept(
          () -> state.record(partition, Map.of(), new Generations(), state.applied().time()));
    } else if (!present.equals(partition)) {
      throw new StorageException(
          ErrorCode.ALREADY_EXISTS,
          "partition " + partition.name() + " is there already, as " + present);
    }
    // Also what is there: whoever made it may have been refused here, for want of room.
    store.flush();
  }

  /** See {@link StorageEngine#dropPartition}. */
  void drop(String partition) {
    state.requireUnfounded();
    String tree = Extent.treeOf(partition, state.require(partition).move());
    records.accept(() -> state.remove(partition));
    // What was applied to it before must not be applied again without it.
    store.flush();
    store.drop(tree);
  }

  /** See {@link StorageEngine#exportPartition}. */
  void exportTo(TreeSnapshot from, String name, Path directory) {
    Partition partition = from.partition(name);
    try (Cursor cursor = Extents.open(from.view(), partition, KeyRange.of(TokenRange.ALL))) {
      DiskFiles.createDirectory(directory);
      store.exportTree(cursor, directory);
      PartitionFile.of(from, partition).write(directory);
      Manifest.write(directory, PARTITION);
    } catch (IOException e) {
      throw DiskFiles.failed("export partition " + name + " to " + directory, e);
    }
  }

  /** See {@link StorageEngine#exportPartition(String, Path, Path)}. */
  Carrier exportFrom(Path checkpoint, String name, Path directory) {
    try (ExportedState state = store.open(checkpoint);
        TreeSnapshot from = new TreeSnapshot(state.view(), () -> {})) {
      Partition partition = from.partition(name);
      DiskFiles.createDirectory(directory);
      if (partition.isByItself()) {
        state.exportTree(Extent.treeOf(name, partition.move()), directory);
      } else {
        // Others have cells in the same files.
        try (Cursor cursor = Extents.open(from.view(), partition, KeyRange.of(TokenRange.ALL))) {
          store.exportTree(cursor, directory);
        }
      }
      PartitionFile.of(from, partition).write(directory);
      Manifest.write(directory, PARTITION);
      return carrier(directory);
    } catch (IOException e) {
      throw DiskFiles.failed("export partition " + name + " to " + directory, e);
    }
  }

  /** See {@link StorageEngine#importPartition}. */
  void importFrom(Path directory, String name, long move) {
    state.requireUnfounded();
    if (state.partitions().containsKey(name)) {
      throw new StorageException(
          ErrorCode.ALREADY_EXISTS, "partition " + name + " is there already");
    }
    Manifest.verify(directory, PARTITION);
    PartitionFile exported = PartitionFile.read(directory);
    long lastMove = exported.partition().move();
    DataLimits.check("the number of the move", move, lastMove + 1, Long.MAX_VALUE);
    Partition partition = new Partition(name, move, exported.partition().families());
    String tree = Extent.treeOf(name, move);
    store.create(tree);
    try {
      store.importTree(tree, cellFiles(directory));
    } catch (ZabException e) {
      store.drop(tree);
      throw e;
    }
    records.accept(
        () ->
            state.record(partition, exported.sessions(), exported.generations(), exported.time()));
    store.flush();
  }

  /**
   * What a directory holds, if a partition was exported into it while an attempt to move it was
   * under way. Its manifest is looked at, and not compared with the files.
   */
  static Carrier carrier(Path directory) {
    Bytes digest = Manifest.digest(directory);
    PartitionFile exported = PartitionFile.read(directory);
    return new Carrier(
        exported.partition().name(), exported.attempt(), exported.position(), digest);
  }

  static List<Path> cellFiles(Path directory) {
    try {
      return DiskFiles.list(directory).stream()
          .filter(file -> !file.endsWith(Manifest.NAME) && !file.endsWith(PartitionFile.NAME))
          .toList();
    } catch (IOException e) {
      throw DiskFiles.failed("read " + directory, e);
    }
  }
}
