package io.zabdb.storage.rocks;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.rocks.NamedTrees.Moment;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.storage.tree.TreeStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.ExportImportFilesMetaData;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/**
 * An open database and its trees by name. All but closing may be done from any thread; who makes or
 * drops a tree waits for another who does.
 */
final class RocksDatabase implements AutoCloseable {

  private final RocksDB db;
  private final RocksResources resources;
  private final NamedTrees<ColumnFamilyHandle> trees = new NamedTrees<>();
  private final DroppedTrees<ColumnFamilyHandle> dropped = new DroppedTrees<>();
  // A moment shows them still. Guarded by this.
  private final List<ColumnFamilyHandle> removed = new ArrayList<>();
  private final FamilyMaker maker;
  private final RocksPressure pressure;

  RocksDatabase(Path directory, RocksResources resources) {
    this.resources = resources;
    RocksFamilies opened;
    try {
      opened = RocksFamilies.open(resources.database(), directory, this::optionsOf);
    } catch (RocksDBException e) {
      throw RocksErrors.of("open " + directory, e);
    }
    db = opened.db();
    maker = new FamilyMaker(db, directory);
    opened.trees().forEach(trees::put);
    trees.show();
    pressure = new RocksPressure(db, resources);
    try {
      opened.lost().forEach(family -> maker.drop("that was lost", family));
    } catch (StorageException e) {
      opened.lost().forEach(ColumnFamilyHandle::close);
      close();
      throw e;
    }
    opened.lost().forEach(ColumnFamilyHandle::close);
  }

  private ColumnFamilyOptions optionsOf(String tree) {
    return tree.equals(TreeStore.SYSTEM) ? resources.system() : resources.cells();
  }

  RocksDB db() {
    return db;
  }

  /** Does something with trees, which others may drop meanwhile: it can use them to its end. */
  <T> T use(Supplier<T> action) {
    long entered = dropped.enter();
    try {
      return action.get();
    } finally {
      dropped.leave(entered);
    }
  }

  Set<String> names() {
    return trees.present().keySet();
  }

  /** The handles of all trees. */
  List<ColumnFamilyHandle> handles() {
    return List.copyOf(trees.present().values());
  }

  ColumnFamilyHandle handle(String tree) {
    ColumnFamilyHandle handle = trees.present().get(tree);
    if (handle == null) {
      throw new StorageException(ErrorCode.NOT_FOUND, "there is no tree " + tree);
    }
    return handle;
  }

  /** The present state; the trees change with it. */
  RocksView latest() {
    long entered = dropped.enter();
    return new RocksView(db, trees.present(), null, () -> dropped.leave(entered));
  }

  /** The state and the trees at one moment. Waits for nobody who makes or drops a tree. */
  RocksView snapshot() {
    long entered = dropped.enter();
    try {
      Moment<ColumnFamilyHandle, Snapshot> moment = trees.moment(db::getSnapshot, this::release);
      return new RocksView(db, moment.trees(), moment.made(), () -> dropped.leave(entered));
    } catch (RuntimeException | Error e) {
      // Else no tree that is dropped from now on would ever be let go.
      dropped.leave(entered);
      throw e;
    }
  }

  private void release(Snapshot snapshot) {
    db.releaseSnapshot(snapshot);
    snapshot.close();
  }

  synchronized void create(String tree) {
    if (trees.present().containsKey(tree)) {
      throw new StorageException(ErrorCode.ALREADY_EXISTS, "there is a tree " + tree);
    }
    make(tree, db::createColumnFamily);
    show();
  }

  /**
   * All in one step, if they are many: one by one RocksDB would write the options of all as often
   * as there are some, half a minute for 512.
   */
  synchronized void createAll(List<String> wanted) {
    Map<String, ColumnFamilyHandle> made =
        maker.makeAll(wanted, this::optionsOf, trees.present().size());
    made.forEach(trees::put);
    show();
    wanted.stream().filter(tree -> !made.containsKey(tree)).forEach(this::create);
  }

  private void make(String tree, FamilyMaker.Making making) {
    trees.put(tree, maker.make(tree, optionsOf(tree), trees.present().size(), making));
  }

  /**
   * A tree that is empty becomes what a carrier carries. If that fails, there is no such tree, and
   * it may be tried again.
   */
  synchronized void replace(String tree, RocksScratch carrier) {
    if (trees.present().containsKey(tree)) {
      remove(tree);
    }
    try (ExportImportFilesMetaData cells = carrier.cells()) {
      make(tree, family -> RocksScratch.take(db, family, cells));
    }
    show();
  }

  synchronized void drop(String tree) {
    remove(tree);
    show();
  }

  private void remove(String tree) {
    ColumnFamilyHandle handle = handle(tree);
    maker.drop(tree, handle);
    trees.remove(tree);
    removed.add(handle);
  }

  private void show() {
    trees.show();
    removed.forEach(dropped::add);
    removed.clear();
  }

  void flush() {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, handles());
    } catch (RocksDBException e) {
      throw RocksErrors.of("flush", e);
    }
  }

  void compact(String tree, byte[] from, byte[] to) {
    compact(db, handle(tree), tree, from, to);
  }

  /**
   * Compacts a tree, which others may drop meanwhile; the last level, too, which may hold what was
   * deleted and a snapshot has needed: nothing else is compacted for that.
   *
   * @throws StorageException {@code NOT_FOUND} if they have
   */
  static void compact(RocksDB db, ColumnFamilyHandle handle, String tree, byte[] from, byte[] to) {
    try (CompactRangeOptions all =
        new CompactRangeOptions()
            .setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized)) {
      db.compactRange(handle, from, to, all);
    } catch (RocksDBException e) {
      throw RocksErrors.of("compact the tree " + tree, e);
    } catch (IllegalArgumentException e) {
      // For "column family dropped", RocksDB's Java has no name, and throws this in its place.
      throw new StorageException(
          ErrorCode.NOT_FOUND, "the tree " + tree + " was dropped while it was compacted", e);
    }
  }

  long verify() {
    try {
      db.verifyChecksum();
      return db.getAggregatedLongProperty("rocksdb.live-sst-files-size");
    } catch (RocksDBException e) {
      throw RocksErrors.of("verify its files", e);
    }
  }

  /** The SST files that it consists of now. */
  List<Path> files() {
    return db.getLiveFilesMetaData().stream()
        .map(file -> Path.of(file.path(), file.fileName()))
        .toList();
  }

  /**
   * Whether a memtable takes no more writes and is not flushed. If none does: what is on disk
   * changes no more until something is written. Of trees that are there: one that was dropped may
   * keep what it had.
   */
  boolean isFlushing() {
    try {
      for (ColumnFamilyHandle tree : handles()) {
        if (db.getLongProperty(tree, "rocksdb.num-immutable-mem-table") > 0) {
          return true;
        }
      }
      return false;
    } catch (RocksDBException e) {
      throw RocksErrors.of("tell whether it flushes", e);
    }
  }

  TreePressure pressure() {
    try {
      return pressure.sample(trees.present());
    } catch (RocksDBException e) {
      throw RocksErrors.of("tell its compaction pressure", e);
    }
  }

  @Override
  public synchronized void close() {
    trees.present().values().forEach(ColumnFamilyHandle::close);
    removed.forEach(ColumnFamilyHandle::close);
    dropped.close();
    db.close();
  }
}
