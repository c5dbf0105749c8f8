package io.zabdb.replica.memory;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.step.Connection;
import io.zabdb.log.file.LogFiles;
import io.zabdb.log.file.PowerLossFiles;
import io.zabdb.replica.Checkpoints;
import io.zabdb.replica.ReplicaDisk;
import io.zabdb.shard.TableState;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;

/**
 * A disk in memory, for a replica that is sent no checkpoint: its own say only where they stand.
 * The files of the log and the store are thread-safe; power is lost while nobody uses them.
 */
public final class MemoryReplicaDisk implements ReplicaDisk, Checkpoints {

  private record Taken(long length, Zxid zxid, Roster roster) implements Checkpoint {}

  private final PowerLossFiles files;
  private MemoryDisk store = new MemoryDisk();
  private Optional<Path> moves = Optional.empty();
  private UnaryOperator<StorageEngine> stores = store -> store;
  private final SortedMap<Long, Checkpoint> taken = new ConcurrentSkipListMap<>();
  private final Map<Connection, Checkpoint> lent = new ConcurrentHashMap<>();

  /**
   * An empty one.
   *
   * @param seed of what a loss of power leaves
   */
  public MemoryReplicaDisk(long seed) {
    files = new PowerLossFiles(seed, 4_096);
  }

  /** Where files of partitions that move are; these stay, whatever happens. */
  public void keepMovesIn(Path directory) {
    moves = Optional.of(directory);
  }

  @Override
  public Optional<Path> moves() {
    return moves;
  }

  /** Stores that are opened from now on are these. */
  public void useStores(UnaryOperator<StorageEngine> other) {
    stores = other;
  }

  /** What was not synced is lost, or not. */
  public void losePower() {
    files.losePower();
  }

  /** How often files of the log were synced. */
  public int syncs() {
    return files.syncs();
  }

  /** The store is gone, as one that was found damaged; to be called while nobody uses it. */
  public void loseStore() {
    store = new MemoryDisk();
  }

  /** What the group had, as the store was flushed last. */
  public TableState flushedTable() {
    try (StorageEngine flushed = TreeEngine.inMemory(store.copy())) {
      return flushed.table();
    }
  }

  @Override
  public String location() {
    return "memory";
  }

  @Override
  public LogFiles openLog() {
    return files;
  }

  @Override
  public StorageEngine openStore() {
    return stores.apply(TreeEngine.inMemory(store));
  }

  @Override
  public Checkpoints checkpoints() {
    return this;
  }

  @Override
  public void setStoreAside() {
    throw new AssertionError("the log is there");
  }

  @Override
  public void markDamaged(String what) {
    throw new AssertionError(what);
  }

  @Override
  public String replaceDamaged(long purged) {
    return "";
  }

  @Override
  public List<Checkpoint> open(long least) {
    taken.headMap(least).clear();
    return List.copyOf(taken.values());
  }

  @Override
  public Checkpoint take(StorageEngine engine) {
    engine.flush();
    try (Snapshot snapshot = engine.snapshot()) {
      Taken next = new Taken(snapshot.length(), snapshot.zxid(), snapshot.roster());
      taken.put(next.length(), next);
      return next;
    }
  }

  @Override
  public Checkpoint adopt(Checkpoint received) {
    throw new AssertionError("nobody sends any");
  }

  @Override
  public void load(Checkpoint checkpoint, StorageEngine engine) {
    throw new AssertionError("nobody sends any");
  }

  @Override
  public void lend(Connection connection, Checkpoint checkpoint) {
    lent.put(connection, checkpoint);
  }

  @Override
  public void release(Connection connection) {
    lent.remove(connection);
  }

  /** What is being sent, by connections. */
  public Map<Connection, Checkpoint> lent() {
    return Map.copyOf(lent);
  }

  @Override
  public void discard(Checkpoint received) {
    throw new AssertionError("nobody sends any");
  }

  @Override
  public void deleteBelow(long length) {
    taken.headMap(length).clear();
  }
}
