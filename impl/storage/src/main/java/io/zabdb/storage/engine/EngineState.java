package io.zabdb.storage.engine;

import io.zabdb.core.session.Generations;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.shard.PartitionId;
import io.zabdb.storage.data.Extent;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an engine knows of its store without reading it: partitions, how far entries are applied,
 * and sessions. Changed only while the engine's monitor is held; partitions, point and figures may
 * be read by any thread.
 */
final class EngineState {

  /** Fewer are not worth noting with each batch of entries. */
  private static final long MANY_SESSIONS = 1_000;

  private final TreeStore store;
  private final PendingSessions sessions;

  /** Partitions of which no cell is where an older format had it. Of those who collect. */
  private final Set<Partition> inPlace = new HashSet<>();

  // Replaced when they change.
  private volatile Holdings holdings;
  private volatile AppliedPoint applied;
  private volatile SessionFigures figures;

  /** How many records of sessions there are, of places that have many. */
  private volatile Map<String, Long> manySessions = Map.of();

  /**
   * @param mostPending see {@link PendingSessions}
   */
  EngineState(TreeStore store, int mostPending) {
    this.store = store;
    sessions = new PendingSessions(mostPending);
    load();
  }

  static StorageException noPartition(String name) {
    return new StorageException(ErrorCode.NOT_FOUND, "there is no partition " + Bytes.of(name));
  }

  /** Reads what the store holds. */
  void load() {
    inPlace.clear();
    byte[] format;
    try (TreeView view = store.latest()) {
      format = view.get(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY);
      if (format != null) {
        SystemRecords.checkFormat(format);
      }
      applied = SystemRecords.toApplied(view.get(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY));
      holdings = Holdings.of(view, applied);
      sessions.load(view);
    }
    if (!Arrays.equals(format, SystemRecords.format())) {
      upgrade(SystemRecords.hasGenerations(format));
    }
    makeTreesOfCopies();
    treesWithoutRecord().forEach(store::drop);
    count();
  }

  /** The tree of a copy is made anew when its files are taken; a crash may have come between. */
  private void makeTreesOfCopies() {
    Set<String> trees = store.trees();
    for (Partition partition : partitions().values()) {
      String tree = Extent.treeOf(partition.name(), partition.move());
      if (holdings.isReceived(partition.name()) && !trees.contains(tree)) {
        store.create(tree);
      }
    }
  }

  /** A store of an older format, or a new one. What a group has comes with its founding. */
  private void upgrade(boolean hasGenerations) {
    sessions.consolidate(store, applied.length());
    try (TreeView view = store.latest();
        Overlay overlay = new Overlay(store.latest())) {
      if (!hasGenerations) {
        SessionUpgrade.write(view, partitions().keySet(), overlay);
      }
      overlay.put(TreeStore.SYSTEM, SystemRecords.FORMAT_KEY, SystemRecords.format());
      store.write(overlay.changes());
    }
    store.flush();
    try (TreeView view = store.latest()) {
      sessions.load(view);
    }
  }

  /**
   * A tree is made before its record and dropped after it; a crash may have come between. To be
   * dropped when it is on disk that there is no record.
   */
  List<String> treesWithoutRecord() {
    Set<String> known = holdings.trees();
    return store.trees().stream().filter(tree -> !known.contains(tree)).toList();
  }

  /** By name. */
  SortedMap<String, Partition> partitions() {
    return holdings.partitions();
  }

  /** See {@link StorageEngine#partitionFrom}. */
  Optional<String> partitionFrom(String name) {
    SortedMap<String, Partition> from = partitions().tailMap(name);
    return (from.isEmpty() ? partitions() : from).keySet().stream().findFirst();
  }

  Holdings holdings() {
    return holdings;
  }

  /**
   * @throws StorageException if there is none of this name
   */
  Partition require(String name) {
    Partition partition = partitions().get(name);
    if (partition == null) {
      throw noPartition(name);
    }
    return partition;
  }

  AppliedPoint applied() {
    return applied;
  }

  PendingSessions sessions() {
    return sessions;
  }

  /** Whether all cells of a partition are in the places of their columns, for ever. */
  boolean isInPlace(Partition partition) {
    return inPlace.contains(partition);
  }

  /**
   * All cells of a partition were looked at since this store was opened. What is written since is
   * in its place, if its family keeps one version and that for ever; a copy still gets files.
   */
  void collected(Partition partition) {
    inPlace.retainAll(partitions().values());
    boolean isWhole =
        !holdings.isReceived(partition.name()) && !holdings.lacking().contains(partition.name());
    if (isWhole
        && partition.families().stream()
            .allMatch(family -> StoredCell.isInPlace(family) && !family.expires())) {
      inPlace.add(partition);
    }
  }

  SessionFigures figures() {
    return figures;
  }

  /** See {@link StorageEngine#sessionsToCopy}. */
  long sessionsToCopy(List<PartitionId> into) {
    return ShardedSessions.copied(holdings, into, manySessions);
  }

  /** Entries were applied up to there, and written. */
  void appliedUpTo(AppliedPoint point, Holdings then) {
    holdings = then;
    applied = point;
    count();
  }

  /**
   * Only the log changes what a founded group has.
   *
   * @throws StorageException if the group is founded
   */
  void requireUnfounded() {
    if (holdings.table().isFounded()) {
      throw new StorageException(
          ErrorCode.INVALID_ARGUMENT,
          "partitions of the group " + holdings.table().self() + " come and go by its log");
    }
  }

  /**
   * A checkpoint stands for all that it covers ({@code PartitionFiles!MayBeCheckpoint}).
   *
   * @throws StorageException {@code UNAVAILABLE} if this replica lacks a partition
   */
  void requireAll() {
    if (!holdings.lacking().isEmpty()) {
      throw new StorageException(
          ErrorCode.UNAVAILABLE,
          "this replica lacks the files of the partitions " + holdings.lacking());
    }
  }

  /** Writes what is pending of sessions into their own records. */
  void writeSessions() {
    sessions.consolidate(store, applied.length());
  }

  /**
   * Records a partition that has its tree, as the next entries find it; to be flushed.
   *
   * @param time of its youngest cell, in milliseconds. The applied time goes on from the later one,
   *     else cells written next would seem older than these.
   */
  void record(
      Partition partition,
      Map<Long, SystemRecords.LastRequest> requests,
      Generations generations,
      long time) {
    AppliedPoint point =
        new AppliedPoint(applied.length(), applied.zxid(), Math.max(applied.time(), time));
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
    sessions.kept().putAll(Map.of(partition.name(), generations));
    applied = point;
    SortedMap<String, Partition> more = new TreeMap<>(partitions());
    more.put(partition.name(), partition);
    holdings = holdings.with(more);
    count();
  }

  /** Removes the record of a partition: its tree may be dropped when that is flushed. */
  void remove(String partition) {
    try (Overlay overlay = new Overlay(store.latest())) {
      overlay.delete(TreeStore.SYSTEM, SystemRecords.partitionKey(partition));
      Holdings.forgetSessions(partition, overlay);
      store.write(overlay.changes());
    }
    SortedMap<String, Partition> fewer = new TreeMap<>(partitions());
    fewer.remove(partition);
    sessions.kept().remove(partition);
    holdings = holdings.with(fewer);
    count();
  }

  /** To be called when sessions or partitions have changed. */
  private void count() {
    long records = 0;
    long floor = 0;
    Map<String, Long> many = new HashMap<>();
    for (String place : holdings.sessions()) {
      Generations generations = sessions.kept().of(place);
      records += generations.records();
      floor = Math.max(floor, generations.floor());
      if (generations.records() >= MANY_SESSIONS) {
        many.put(place, generations.records());
      }
    }
    figures = new SessionFigures(records, floor);
    manySessions = many;
  }
}
