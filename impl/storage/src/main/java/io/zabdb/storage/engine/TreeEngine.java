package io.zabdb.storage.engine;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.data.Carrier;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.Flushing.Pinned;
import io.zabdb.storage.memory.MemoryDisk;
import io.zabdb.storage.memory.MemoryTreeStore;
import io.zabdb.storage.rocks.RocksOptions;
import io.zabdb.storage.rocks.RocksTreeStore;
import io.zabdb.storage.tree.FileScan;
import io.zabdb.storage.tree.Manifest;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TablePool;
import io.zabdb.storage.tree.TreeStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The engine, on a store of trees. */
public final class TreeEngine implements StorageEngine {

  private static final String CHECKPOINT = "checkpoint";

  private final TreeStore store;
  private final OpenSnapshots snapshots = new OpenSnapshots();
  private final EngineState state;
  private final PartitionChanges changes;
  private final StructureChanges commands;
  private final ArrivingPartitions arriving;
  private final Flushing flushing;

  /** Held by what flushes or changes the trees; taken before the monitor of this engine. */
  private final Object structureLock = new Object();

  /** Held while a checkpoint is open beside the store, which would be in the way of an import. */
  private final Object exportLock = new Object();

  /** What a group of before began with. */
  private volatile List<Partition> ofBefore = List.of();

  private TreeEngine(TreeStore store, int mostPending) {
    this.store = store;
    state = new EngineState(store, mostPending);
    changes = new PartitionChanges(store, state, this::writeRecords);
    arriving = new ArrivingPartitions(store);
    commands = new StructureChanges(store, state, arriving);
    flushing = new Flushing(store, state, arriving, this);
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

  @Override
  public AppliedPoint applied() {
    return state.applied();
  }

  @Override
  public TableState table() {
    return state.holdings().table();
  }

  @Override
  public synchronized AppliedPoint flushed() {
    return SystemRecords.toApplied(store.flushed(SystemRecords.APPLIED_KEY));
  }

  @Override
  public void beganWith(List<Partition> partitions) {
    ofBefore = List.copyOf(partitions);
  }

  @Override
  public void keepArrivalsIn(Path directory) {
    arriving.keepIn(new ArrivedFiles(directory));
  }

  @Override
  public Carrier receive(Path directory) {
    return arriving.files().promise(directory);
  }

  @Override
  public Optional<Path> received(Bytes digest) {
    ArrivedFiles files = arriving.files();
    return files.carrier(digest).map(files::path);
  }

  @Override
  public Set<String> lacking() {
    return state.holdings().lacking();
  }

  @Override
  public List<Result> apply(List<Entry> entries) {
    boolean isStructure = entries.stream().anyMatch(StorageEngine::standsAlone);
    if (isStructure) {
      return List.of(applyAlone(entries));
    }
    if (state.partitions().isEmpty() && !ofBefore.isEmpty() && holdCommands(entries)) {
      makeThoseOfBefore();
    }
    return applyAll(entries);
  }

  private Result applyAlone(List<Entry> entries) {
    Entry entry = entries.get(0);
    if (entries.size() > 1) {
      throw new IllegalArgumentException(
          entries.size() + " entries, with a command of the group's own among them");
    }
    requireNext(entry, state.applied());
    Optional<Structure> structure = StructureChanges.decode(entry);
    if (structure.isEmpty() || !StructureChanges.mayMakeTrees(structure.get())) {
      return applyAlone(entry, structure);
    }
    synchronized (structureLock) {
      commands.makeTrees(structure.get());
      return applyAlone(entry, structure);
    }
  }

  private synchronized Result applyAlone(Entry entry, Optional<Structure> structure) {
    return commands.apply(entry, structure);
  }

  private static boolean holdCommands(List<Entry> entries) {
    return entries.stream()
        .anyMatch(entry -> entry.session() != Roster.SESSION && entry.payload().length > 0);
  }

  private void makeThoseOfBefore() {
    synchronized (structureLock) {
      if (!state.holdings().table().isFounded()) {
        ofBefore.forEach(changes::create);
      }
    }
  }

  private static void requireNext(Entry entry, AppliedPoint point) {
    if (!entry.isAfter(point.zxid())) {
      throw new IllegalArgumentException("entry " + entry + " does not come after " + point.zxid());
    }
  }

  private synchronized List<Result> applyAll(List<Entry> entries) {
    PendingSessions sessions = state.sessions();
    if (sessions.isFull()) {
      state.writeSessions();
    }
    try (Overlay overlay = new Overlay(store.latest())) {
      RequestBatch requests = new RequestBatch(overlay, sessions);
      Executor executor = new Executor(overlay, state.holdings(), requests, state.applied());
      List<Result> results = new ArrayList<>(entries.size());
      for (Entry entry : entries) {
        requireNext(entry, executor.point());
        results.add(executor.apply(entry));
      }
      Holdings after = executor.end();
      store.write(overlay.changes());
      sessions.add(requests);
      state.appliedUpTo(executor.point(), after);
      return results;
    }
  }

  @Override
  public Snapshot snapshot() {
    return snapshots.open(() -> new TreeSnapshot(store.snapshot(), snapshots::closed));
  }

  @Override
  public void flush() {
    synchronized (structureLock) {
      flushing.flushAndDrop();
    }
  }

  @Override
  public void dropLeftovers() {
    synchronized (structureLock) {
      if (!state.treesWithoutRecord().isEmpty()) {
        flushing.flushAndDrop();
      }
    }
  }

  /** While no thread flushes, applies or changes trees. */
  private void exclusively(Runnable change) {
    synchronized (structureLock) {
      synchronized (this) {
        change.run();
      }
    }
  }

  /**
   * Writes records of partitions, when all that is known of sessions stands in their own records.
   */
  private synchronized void writeRecords(Runnable change) {
    state.writeSessions();
    state.sessions().forget();
    change.run();
  }

  @Override
  public void createPartition(Partition partition) {
    synchronized (structureLock) {
      changes.create(partition);
    }
  }

  @Override
  public void dropPartition(String partition) {
    synchronized (structureLock) {
      changes.drop(partition);
    }
  }

  @Override
  public void exportPartition(Snapshot snapshot, String name, Path directory) {
    changes.exportTo((TreeSnapshot) snapshot, name, directory);
  }

  @Override
  public Carrier exportPartition(String name, Path scratch, Path directory) {
    synchronized (exportLock) {
      synchronized (structureLock) {
        try (Pinned flushed = flushing.flushAndPin()) {
          flushed.files().link(scratch);
        }
      }
      return changes.exportFrom(scratch, name, directory);
    }
  }

  @Override
  public void importPartition(Path directory, String name, long move) {
    synchronized (structureLock) {
      changes.importFrom(directory, name, move);
    }
  }

  @Override
  public synchronized Optional<String> partitionFrom(String name) {
    return state.partitionFrom(name);
  }

  @Override
  public synchronized Bytes collect(String name, Bytes from, int most) {
    return CollectionSteps.step(store, state, name, from, most);
  }

  @Override
  public SessionFigures sessions() {
    return state.figures();
  }

  @Override
  public long sessionsToCopy(List<PartitionId> into) {
    return state.sessionsToCopy(into);
  }

  @Override
  public Checkpoint exportCheckpoint(Path directory, TablePool.Choice tables) {
    synchronized (structureLock) {
      // The more of its files are new, the longer it takes to write it.
      try (Pinned flushed = flushing.flushAndPin()) {
        Manifest.write(directory, CHECKPOINT, flushed.files().write(directory, tables));
        return flushed.state();
      }
    }
  }

  @Override
  public void importCheckpoint(Path directory) {
    synchronized (exportLock) {
      exclusively(
          () -> {
            verifyCheckpoint(directory);
            snapshots.whileNoneIsOpen(
                () -> {
                  store.importAll(directory);
                  state.load();
                });
          });
    }
  }

  @Override
  public void verifyCheckpoint(Path directory) {
    Manifest.verify(directory, CHECKPOINT);
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
  public long size(String partition, TokenRange range) {
    return Extents.of(state.require(partition), KeyRange.of(range)).stream()
        .mapToLong(part -> store.size(part.tree(), part.keys().from(), part.keys().to()))
        .sum();
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
    return new TreeCompactions(store, state);
  }

  @Override
  public void close() {
    exclusively(
        () -> {
          snapshots.close(store::close);
        });
  }
}
