package io.zabdb.storage.engine;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Generations;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.storage.memory.MemoryTreeStore;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.rocks.RocksTreeStore;
import io.zabdb.storage.tree.Cursor;
import io.zabdb.storage.tree.DiskFiles;
import io.zabdb.storage.tree.Export;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.Manifest;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TablePool;
import io.zabdb.storage.tree.TreePressure;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The engine, on a store of trees. */
public final class TreeEngine implements StorageEngine {

  private static final String CHECKPOINT = "checkpoint";
  private static final String PARTITION = "partition";

  /** What a step of a collection returns begins with one of these: what comes next. */
  private static final byte CELLS_NEXT = 0;

  private static final byte SESSIONS_NEXT = 1;

  private final TreeStore store;
  private final OpenSnapshots snapshots = new OpenSnapshots();
  private final PendingSessions sessions;

  /** Held by what flushes or changes the trees; taken before the monitor of this engine. */
  private final Object structure = new Object();

  // Replaced when they change; only while this is locked, as all that changes the store.
  private volatile Map<String, Partition> partitions;
  private volatile AppliedPoint applied;
  private volatile SessionFigures figures;

  private TreeEngine(TreeStore store, int mostPending) {
    this.store = store;
    sessions = new PendingSessions(mostPending);
    load();
  }

  /** Opens a store in a directory, which is made if there is none. */
  public static StorageEngine onDisk(Path directory, RocksOptions options) {
    return onDisk(directory, options, SessionMemory.MAX);
  }

  /** The same, with so much memory for sessions. */
  public static StorageEngine onDisk(Path directory, RocksOptions options, SessionMemory memory) {
    return open(new RocksTreeStore(directory, options), memory.pending());
  }

  /** Opens a store in memory. */
  public static StorageEngine inMemory(MemoryDisk disk) {
    return open(new MemoryTreeStore(disk), PendingSessions.MAX_PENDING);
  }

  /**
   * Opens a store.
   *
   * @param mostPending see {@link PendingSessions}
   */
  static StorageEngine open(TreeStore store, int mostPending) {
    try {
      return new TreeEngine(store, mostPending);
    } catch (ZabException e) {
      store.close();
      throw e;
    }
  }

  static StorageException noPartition(String name) {
    return new StorageException(ErrorCode.NOT_FOUND, "there is no partition " + Bytes.of(name));
  }

  /** The partitions recorded in a store, by name. */
  static Map<String, Partition> partitions(TreeView view) {
    Map<String, Partition> partitions = new TreeMap<>();
    Trees.forEachRecord(
        view,
        SystemRecords.PARTITIONS,
        (key, value) -> {
          Partition partition = SystemRecords.toPartition(value);
          partitions.put(partition.name(), partition);
        });
    return partitions;
  }

  /** Reads what the store holds. */
  private void load() {
    byte[] format;
    try (TreeView view = store.latest()) {
      format = view.get(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY);
      if (format != null) {
        SystemRecords.checkFormat(format);
      }
      applied = SystemRecords.toApplied(view.get(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY));
      partitions = partitions(view);
      sessions.load(view);
    }
    if (!Arrays.equals(format, SystemRecords.format())) {
      upgrade();
    }
    dropTreesWithoutRecord();
    count();
  }

  /** A store of an older format, or a new one. */
  private void upgrade() {
    sessions.consolidate(store, applied.length());
    try (TreeView view = store.latest();
        Overlay overlay = new Overlay(store.latest())) {
      SessionUpgrade.write(view, partitions.keySet(), overlay);
      overlay.put(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY, SystemRecords.format());
      store.write(overlay.changes());
    }
    store.flush();
    try (TreeView view = store.latest()) {
      sessions.load(view);
    }
  }

  /** A tree is made before its record and dropped after it; a crash may have come between. */
  private void dropTreesWithoutRecord() {
    for (String tree : store.trees()) {
      if (partitions.keySet().stream().noneMatch(name -> Trees.of(name).equals(tree))) {
        store.drop(tree);
      }
    }
  }

  @Override
  public AppliedPoint applied() {
    return applied;
  }

  @Override
  public synchronized AppliedPoint flushed() {
    return SystemRecords.toApplied(store.flushed(SystemRecords.APPLIED_KEY));
  }

  @Override
  public synchronized List<Result> apply(List<Entry> entries) {
    if (sessions.isFull()) {
      sessions.consolidate(store, applied.length());
    }
    try (Overlay overlay = new Overlay(store.latest())) {
      RequestBatch requests = new RequestBatch(overlay, sessions);
      Executor executor = new Executor(overlay, partitions, requests, applied);
      List<Result> results = new ArrayList<>(entries.size());
      for (Entry entry : entries) {
        if (!entry.isAfter(executor.point().zxid())) {
          throw new IllegalArgumentException(
              "entry " + entry + " does not come after " + executor.point().zxid());
        }
        results.add(executor.apply(entry));
      }
      executor.end();
      store.write(overlay.changes());
      sessions.add(requests);
      applied = executor.point();
      count();
      return results;
    }
  }

  @Override
  public Snapshot snapshot() {
    return snapshots.open(() -> new TreeSnapshot(store.snapshot(), snapshots::closed));
  }

  @Override
  public void flush() {
    synchronized (structure) {
      store.flush();
    }
  }

  /** While nobody flushes, applies or changes trees. */
  private void exclusively(Runnable change) {
    synchronized (structure) {
      synchronized (this) {
        change.run();
      }
    }
  }

  /** Changes partitions, when all that is known of sessions stands in their own records. */
  private void changePartitions(Runnable change) {
    exclusively(
        () -> {
          sessions.consolidate(store, applied.length());
          sessions.forget();
          change.run();
        });
  }

  @Override
  public void createPartition(Partition partition) {
    changePartitions(
        () -> {
          Partition present = partitions.get(partition.name());
          if (present == null) {
            store.create(Trees.of(partition.name()));
            record(partition, Map.of(), new Generations(), applied);
          } else if (!present.equals(partition)) {
            throw new StorageException(
                ErrorCode.ALREADY_EXISTS,
                "partition " + partition.name() + " is there already, as " + present);
          }
        });
  }

  /** Records a partition that has its tree, and takes all to disk. */
  private void record(
      Partition partition,
      Map<Long, SystemRecords.LastRequest> requests,
      Generations generations,
      AppliedPoint point) {
    try (Overlay overlay = new Overlay(store.latest())) {
      overlay.put(
          TreeStore.SYSTEM,
          SystemRecords.partitionKey(partition.name()),
          SystemRecords.partition(partition));
      overlay.put(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY, SystemRecords.applied(point));
      KeptSessions.write(Map.of(partition.name(), generations), overlay);
      requests.forEach(
          (session, last) ->
              overlay.put(
                  TreeStore.SYSTEM,
                  SystemRecords.lastRequestKey(partition.name(), session),
                  SystemRecords.lastRequest(last)));
      store.write(overlay.changes());
    }
    store.flush();
    sessions.kept().putAll(Map.of(partition.name(), generations));
    applied = point;
    Map<String, Partition> more = new TreeMap<>(partitions);
    more.put(partition.name(), partition);
    partitions = more;
    count();
  }

  @Override
  public void dropPartition(String partition) {
    changePartitions(
        () -> {
          require(partition);
          try (Overlay overlay = new Overlay(store.latest())) {
            overlay.delete(TreeStore.SYSTEM, SystemRecords.partitionKey(partition));
            KeyRange sessions = KeyRange.of(SystemRecords.lastRequests(partition));
            overlay.deleteRange(TreeStore.SYSTEM, sessions.from(), sessions.to());
            overlay.delete(TreeStore.SYSTEM, SystemRecords.generationsKey(partition));
            store.write(overlay.changes());
          }
          // What was applied to it before must not be applied again without it.
          store.flush();
          Map<String, Partition> fewer = new TreeMap<>(partitions);
          fewer.remove(partition);
          this.sessions.kept().remove(partition);
          partitions = fewer;
          count();
          store.drop(Trees.of(partition));
        });
  }

  private Partition require(String name) {
    Partition partition = partitions.get(name);
    if (partition == null) {
      throw noPartition(name);
    }
    return partition;
  }

  @Override
  public synchronized Bytes collect(String name, Bytes from, int most) {
    DataLimits.check("the cells to look at", most, 1, Integer.MAX_VALUE);
    Partition partition = require(name);
    boolean atSessions = from != null && from.array()[0] == SESSIONS_NEXT;
    byte[] start = from == null ? new byte[0] : Arrays.copyOfRange(from.array(), 1, from.length());
    Bytes next = null;
    try (Overlay overlay = new Overlay(store.latest())) {
      if (!atSessions) {
        next = Collector.step(overlay, partition, applied.time(), start, most);
      }
      if (next == null) {
        byte[] record = atSessions ? start : new byte[0];
        atSessions = true;
        next = SessionCollector.step(overlay, name, sessions.kept().of(name), record, most);
      }
      store.write(overlay.changes());
    }
    return next == null ? null : behind(atSessions ? SESSIONS_NEXT : CELLS_NEXT, next);
  }

  private static Bytes behind(byte first, Bytes key) {
    byte[] next = new byte[1 + key.length()];
    next[0] = first;
    System.arraycopy(key.array(), 0, next, 1, key.length());
    return Bytes.wrap(next);
  }

  @Override
  public SessionFigures sessions() {
    return figures;
  }

  /** To be called when sessions or partitions have changed. */
  private void count() {
    long records = 0;
    long floor = 0;
    for (String partition : partitions.keySet()) {
      Generations generations = sessions.kept().of(partition);
      records += generations.records();
      floor = Math.max(floor, generations.floor());
    }
    figures = new SessionFigures(records, floor);
  }

  @Override
  public Snapshot exportCheckpoint(Path directory, TablePool.Choice tables) {
    synchronized (structure) {
      // Most of the flush is done before entries have to wait for the rest.
      store.flush();
      Snapshot exported;
      Export files;
      synchronized (this) {
        sessions.consolidate(store, applied.length());
        store.flush();
        exported = snapshot();
        files = pin(exported);
      }
      // Entries are applied again: the more files are new, the longer this takes.
      try (files) {
        Manifest.write(directory, CHECKPOINT, files.write(directory, tables));
        return exported;
      } catch (RuntimeException e) {
        exported.close();
        throw e;
      }
    }
  }

  private Export pin(Snapshot exported) {
    try {
      return store.export();
    } catch (RuntimeException e) {
      exported.close();
      throw e;
    }
  }

  @Override
  public void importCheckpoint(Path directory) {
    exclusively(
        () -> {
          Manifest.verify(directory, CHECKPOINT);
          snapshots.whileNoneIsOpen(
              () -> {
                store.importAll(directory);
                load();
              });
        });
  }

  @Override
  public synchronized boolean isImportPending() {
    return store.isImportPending();
  }

  @Override
  public synchronized void finishImport() {
    store.finishImport();
  }

  @Override
  public void exportPartition(Snapshot snapshot, String name, Path directory) {
    TreeSnapshot from = (TreeSnapshot) snapshot;
    Partition partition = from.partition(name);
    try (Cursor cursor = from.view().open(Trees.of(name), new byte[0], null)) {
      DiskFiles.createDirectory(directory);
      store.exportTree(cursor, directory);
      PartitionFile.of(from.records(), partition, from.applied().time(), from.kept().of(name))
          .write(directory);
      Manifest.write(directory, PARTITION);
    } catch (IOException e) {
      throw DiskFiles.failed("export partition " + name + " to " + directory, e);
    }
  }

  @Override
  public void importPartition(Path directory, String name, long move) {
    changePartitions(
        () -> {
          if (partitions.containsKey(name)) {
            throw new StorageException(
                ErrorCode.ALREADY_EXISTS, "partition " + name + " is there already");
          }
          Manifest.verify(directory, PARTITION);
          PartitionFile exported = PartitionFile.read(directory);
          long lastMove = exported.partition().move();
          DataLimits.check("the number of the move", move, lastMove + 1, Long.MAX_VALUE);
          String tree = Trees.of(name);
          store.create(tree);
          try {
            store.importTree(tree, cellFiles(directory));
          } catch (ZabException e) {
            store.drop(tree);
            throw e;
          }
          // Time goes on from the later one, else cells written next would seem older than these.
          AppliedPoint point =
              new AppliedPoint(
                  applied.length(), applied.zxid(), Math.max(applied.time(), exported.time()));
          record(
              new Partition(name, move, exported.partition().families()),
              exported.sessions(),
              exported.generations(),
              point);
        });
  }

  private static List<Path> cellFiles(Path directory) {
    try {
      return DiskFiles.list(directory).stream()
          .filter(file -> !file.endsWith(Manifest.NAME) && !file.endsWith(PartitionFile.NAME))
          .toList();
    } catch (IOException e) {
      throw DiskFiles.failed("read " + directory, e);
    }
  }

  @Override
  public long size(String partition, TokenRange range) {
    require(partition);
    KeyRange keys = KeyRange.of(range);
    return store.size(Trees.of(partition), keys.from(), keys.to());
  }

  @Override
  public long verify() {
    return store.verify();
  }

  @Override
  public FileScan scanFiles() {
    return store.scanFiles();
  }

  @Override
  public CompactionControl compactions() {
    return new CompactionControl() {
      @Override
      public void setAutomatic(boolean automatic) {
        store.setAutomaticCompaction(automatic);
      }

      @Override
      public void limitRate(long bytesPerSecond) {
        store.limitRate(bytesPerSecond);
      }

      @Override
      public void compact(String partition, TokenRange range) {
        require(partition);
        KeyRange keys = KeyRange.of(range);
        store.compact(Trees.of(partition), keys.from(), keys.to());
      }

      @Override
      public void compactRecords() {
        store.compact(TreeStore.SYSTEM, new byte[0], null);
      }

      @Override
      public TreePressure sample() {
        return store.pressure();
      }
    };
  }

  @Override
  public void close() {
    exclusively(
        () -> {
          snapshots.close(store::close);
        });
  }
}
