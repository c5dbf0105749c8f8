package io.zabdb.storage.rocks;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Changes;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.ExportedState;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.TreeChanges;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Range;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** Trees in RocksDB. */
public final class RocksTreeStore implements TreeStore {

  /** Ranges with up to so many keys are deleted key by key: reads pay for each deleted range. */
  private static final int SMALL_RANGE = 64;

  private static final byte[] BEHIND_ALL = new byte[32];

  static {
    Arrays.fill(BEHIND_ALL, (byte) 0xff);
  }

  private final RocksHome home;
  private final RocksResources resources;
  private final WriteOptions writes;
  // Held for reading by what other threads may call, for writing while the database is replaced.
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private RocksDatabase database;
  private boolean closed;

  /** Opens the store in a directory; makes it if there is none. */
  public RocksTreeStore(Path directory, RocksOptions options) {
    home = new RocksHome(directory);
    resources = new RocksResources(options);
    writes = new WriteOptions().setDisableWAL(true);
    open();
  }

  private void open() {
    try {
      database = new RocksDatabase(home.database(), resources);
    } catch (StorageException e) {
      closed = true;
      closeShared();
      throw e;
    }
  }

  /** The database of now: RocksDB's Java does not notice that one is closed, and may crash. */
  private RocksDatabase database() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
    return database;
  }

  private void closeShared() {
    writes.close();
    resources.close();
  }

  @Override
  public Set<String> trees() {
    Set<String> names = new TreeSet<>(database().names());
    names.remove(SYSTEM);
    return names;
  }

  @Override
  public void create(String tree) {
    database().create(tree);
  }

  @Override
  public void createAll(List<String> trees) {
    database().createAll(trees);
  }

  @Override
  public void drop(String tree) {
    database().drop(tree);
  }

  @Override
  public TreeView latest() {
    return database().latest();
  }

  @Override
  public TreeView snapshot() {
    return whileOpen(RocksDatabase::snapshot);
  }

  @Override
  public void write(Changes changes) {
    try (WriteBatch batch = new WriteBatch();
        TreeView view = latest()) {
      for (Map.Entry<String, TreeChanges> changed : changes.trees().entrySet()) {
        add(batch, view, changed.getKey(), changed.getValue());
      }
      database().db().write(writes, batch);
    } catch (RocksDBException e) {
      throw RocksErrors.of("write", e);
    }
  }

  private void add(WriteBatch batch, TreeView view, String tree, TreeChanges changes)
      throws RocksDBException {
    ColumnFamilyHandle handle = database().handle(tree);
    for (Map.Entry<byte[], byte[]> range : changes.ranges().entrySet()) {
      List<byte[]> keys = fewKeys(view, tree, range.getKey(), range.getValue());
      if (keys == null) {
        batch.deleteRange(handle, range.getKey(), range.getValue());
      } else {
        for (byte[] key : keys) {
          batch.delete(handle, key);
        }
      }
    }
    for (Map.Entry<byte[], byte[]> key : changes.keys().entrySet()) {
      if (key.getValue() == null) {
        batch.delete(handle, key.getKey());
      } else {
        batch.put(handle, key.getKey(), key.getValue());
      }
    }
  }

  /** The keys in a range; null if they are many. */
  private static List<byte[]> fewKeys(TreeView view, String tree, byte[] from, byte[] to) {
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = view.open(tree, from, to)) {
      for (; cursor.isValid(); cursor.next()) {
        keys.add(cursor.key());
        if (keys.size() > SMALL_RANGE) {
          return null;
        }
      }
    }
    return keys;
  }

  @Override
  public void flush() {
    runWhileOpen(RocksDatabase::flush);
  }

  @Override
  public boolean isFlushing() {
    return whileOpen(RocksDatabase::isFlushing);
  }

  @Override
  public byte[] flushed(byte[] key) {
    try (ReadOptions options = new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER)) {
      return database().db().get(database().handle(SYSTEM), options, key);
    } catch (RocksDBException e) {
      throw RocksErrors.of("read what is flushed", e);
    }
  }

  @Override
  public Export export() {
    try {
      return new RocksExport(database().db(), home.database());
    } catch (RocksDBException e) {
      throw RocksErrors.of("export", e);
    }
  }

  @Override
  public void importAll(Path directory) {
    try {
      // A look at it first: what cannot be opened must not replace what can.
      new RocksDatabase(home.prepareImport(directory), resources).close();
      home.prepareSwitch();
    } catch (StorageException e) {
      abandonImport(e);
      throw e;
    }
    replaceDatabase(home::switchToImported);
  }

  /** On a disk that is full what came of it would keep the room that there is. */
  private void abandonImport(StorageException cause) {
    try {
      home.abandonImport();
    } catch (StorageException e) {
      cause.addSuppressed(e);
    }
  }

  private void replaceDatabase(Runnable replacement) {
    database().db().cancelAllBackgroundWork(false);
    lock.writeLock().lock();
    try {
      database().close();
      try {
        replacement.run();
      } catch (StorageException e) {
        // Whoever tried it must not go on as if nothing had happened, nor try again.
        throw new StorageException(
            ErrorCode.IO, "what was not flushed is lost, and " + e.getMessage(), e);
      } finally {
        reopen();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  /**
   * The new one, or the old one if the replacement failed. If neither can be opened, this is no
   * store any more, and whoever replaced it must not take it for one in which nothing has changed.
   */
  private void reopen() {
    try {
      open();
    } catch (StorageException e) {
      throw new StorageException(
          ErrorCode.IO, "the store cannot be opened again: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean isImportPending() {
    return home.isImportPending();
  }

  @Override
  public void finishImport() {
    home.finishImport();
  }

  @Override
  public List<Path> exportTree(Cursor cursor, Path directory) {
    List<Path> files = new ArrayList<>();
    while (cursor.isValid()) {
      Path file = directory.resolve(files.size() + ".sst");
      resources.writeFile(cursor, file);
      files.add(file);
    }
    return files;
  }

  @Override
  public ExportedState open(Path exported) {
    try {
      RocksScratch scratch = RocksScratch.of(DiskFiles.list(exported), home.scratch("opened"));
      return new RocksExported(scratch, scratch.view());
    } catch (IOException e) {
      throw DiskFiles.failed("read " + exported, e);
    }
  }

  @Override
  public void importTree(String tree, List<Path> files) {
    if (files.isEmpty()) {
      return;
    }
    if (files.stream().anyMatch(file -> file.endsWith(RocksScratch.CURRENT))) {
      try (RocksScratch carrier = RocksScratch.of(files, home.scratch("taken"))) {
        database().replace(tree, carrier);
        DiskFiles.sync(home.database());
      } catch (IOException e) {
        throw DiskFiles.failed("sync " + home.database(), e);
      }
      return;
    }
    try (IngestExternalFileOptions options = new IngestExternalFileOptions().setMoveFiles(true)) {
      List<String> staged = home.stage(files);
      database().db().ingestExternalFile(database().handle(tree), staged, options);
      home.unstage();
    } catch (RocksDBException e) {
      throw RocksErrors.of("import into the tree " + tree, e);
    }
  }

  @Override
  public long size(String tree, byte[] from, byte[] to) {
    return whileOpen(
        open -> {
          try (Slice start = new Slice(from);
              Slice end = new Slice(to == null ? BEHIND_ALL : to)) {
            return open.db()
                .getApproximateSizes(
                    open.handle(tree),
                    List.of(new Range(start, end)),
                    SizeApproximationFlag.INCLUDE_FILES,
                    SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
          }
        });
  }

  @Override
  public long verify() {
    return whileOpen(RocksDatabase::verify);
  }

  @Override
  public FileScan scanFiles() {
    Supplier<List<Path>> live = () -> whileOpen(RocksDatabase::files);
    return new RocksFileScan(live);
  }

  @Override
  public void setAutomaticCompaction(boolean automatic) {
    runWhileOpen(open -> resources.setAutomaticCompaction(automatic));
  }

  @Override
  public void limitRate(long bytesPerSecond) {
    DataLimits.check("the rate limit in bytes a second", bytesPerSecond, 0, RocksOptions.MAX_RATE);
    runWhileOpen(open -> resources.limitRate(bytesPerSecond));
  }

  @Override
  public void compact(String tree, byte[] from, byte[] to) {
    runWhileOpen(open -> open.compact(tree, from, to));
  }

  @Override
  public TreePressure pressure() {
    return whileOpen(RocksDatabase::pressure);
  }

  private void runWhileOpen(Consumer<RocksDatabase> action) {
    whileOpen(
        open -> {
          action.accept(open);
          return null;
        });
  }

  /** Does something with the database of that moment, which is not closed meanwhile. */
  private <T> T whileOpen(Function<RocksDatabase, T> action) {
    lock.readLock().lock();
    try {
      RocksDatabase open = database();
      return open.use(() -> action.apply(open));
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Waits for a compaction that somebody asked for, which gives up soon. */
  @Override
  public void close() {
    if (!closed) {
      database.db().cancelAllBackgroundWork(false);
      lock.writeLock().lock();
      try {
        closed = true;
        database.close();
        closeShared();
      } finally {
        lock.writeLock().unlock();
      }
    }
  }
}
