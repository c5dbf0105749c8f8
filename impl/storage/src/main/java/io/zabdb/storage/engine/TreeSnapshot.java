package io.zabdb.storage.engine;

import io.zabdb.core.group.Roster;
import io.zabdb.core.session.Generations;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.TableState;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.SystemRecords.LastRequest;
import io.zabdb.storage.engine.TableRecords.Owned;
import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.tree.Overlay;
import io.zabdb.storage.tree.TreeStore;
import io.zabdb.storage.tree.TreeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A snapshot of trees. */
final class TreeSnapshot implements Snapshot {

  private final TreeView view;
  private final Runnable closed;
  private final AppliedPoint applied;
  private final Map<String, Partition> read = new HashMap<>();
  private final Map<String, Optional<Owned>> owned = new HashMap<>();
  private Overlay records;
  private KeptSessions kept;
  private Holdings holdings;
  private boolean open = true;

  /**
   * @param view closed with this, or if this cannot be made
   * @param closed is run once, when it is closed
   */
  TreeSnapshot(TreeView view, Runnable closed) {
    this.view = view;
    this.closed = closed;
    try {
      applied = SystemRecords.toApplied(view.get(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY));
    } catch (StorageException e) {
      view.close();
      throw e;
    }
  }

  /** What it reads. */
  TreeView view() {
    if (!open) {
      throw new IllegalStateException("the snapshot is closed");
    }
    return view;
  }

  /** What it reads, with the request records put into those of the sessions. */
  TreeView records() {
    TreeView physical = view();
    if (records == null) {
      SessionTable pending = new SessionTable();
      pending.putRequests(physical);
      records = new Overlay(physical);
      pending.writeTo(records, kept());
    }
    return records;
  }

  /** Which sessions are kept in what it reads. */
  KeptSessions kept() {
    if (kept == null) {
      kept = KeptSessions.of(view());
    }
    return kept;
  }

  @Override
  public AppliedPoint applied() {
    return applied;
  }

  @Override
  public List<Partition> partitions() {
    return List.copyOf(holdings().partitions().values());
  }

  private Holdings holdings() {
    if (holdings == null) {
      holdings = Holdings.of(view(), applied);
    }
    return holdings;
  }

  @Override
  public TableState table() {
    return holdings().table();
  }

  /** The partition of this name, if the group serves it ({@code MoveState!Readable}). */
  Partition partition(String name) {
    return read.computeIfAbsent(name, this::find);
  }

  /** Whether nothing was applied yet of what says which partitions there are. */
  private boolean isOfNoGroup() {
    Holdings holdings = holdings();
    return !holdings.table().isFounded() && holdings.partitions().isEmpty();
  }

  private static StorageException notFounded() {
    return new StorageException(
        ErrorCode.UNAVAILABLE, "this replica has not learnt yet what its group has");
  }

  /**
   * The partition of this name. If there is none, or it has not all of these tokens, what the group
   * serves of them: whoever asks may know no better than what was there before a split, a merge or
   * a move. By the name alone a row would be looked for where it is not, and found to be absent.
   */
  private Partition serving(String name, TokenRange range) {
    Optional<Owned> known = owned(name);
    boolean isElsewhere =
        known.isPresent()
            ? !known.get().id().range().contains(range)
            : hasNo(name) && holdings().table().isFounded();
    return isElsewhere ? ServedTokens.of(holdings(), name, range) : partition(name);
  }

  private Partition servingRow(String name, Bytes row) {
    long token = Token.of(row.array());
    return token == Token.MIN ? partition(name) : serving(name, TokenRange.of(token));
  }

  private Partition serving(String name, ScanRange range) {
    if (range instanceof ScanRange.Tokens tokens) {
      return serving(name, tokens.range());
    }
    return servingRow(
        name, range instanceof ScanRange.Row row ? row.row() : ((ScanRange.Columns) range).row());
  }

  private boolean hasNo(String name) {
    return view().get(TreeStore.SYSTEM, SystemRecords.partitionKey(name)) == null;
  }

  private Partition find(String name) {
    byte[] record = view().get(TreeStore.SYSTEM, SystemRecords.partitionKey(name));
    if (record == null) {
      throw isOfNoGroup() ? notFounded() : EngineState.noPartition(name);
    }
    if (owned(name).filter(known -> !known.record().phase().isOwned()).isPresent()) {
      throw ServedTokens.notServed(name);
    }
    if (isLacking(name)) {
      throw ServedTokens.lacks(name);
    }
    return SystemRecords.toPartition(record);
  }

  private boolean isLacking(String name) {
    return view().get(TreeStore.SYSTEM, TableRecords.lackingKey(name)) != null;
  }

  /** What the group has of a partition; not by which move. */
  private Optional<Owned> owned(String name) {
    return owned.computeIfAbsent(
        name,
        asked ->
            Optional.ofNullable(view().get(TreeStore.SYSTEM, TableRecords.ownedKey(asked)))
                .map(record -> TableRecords.toOwned(record, 0)));
  }

  /** What the group has of a partition that it is sending to another one. */
  Optional<PartitionRecord> sending(String name) {
    return owned(name).map(Owned::record).filter(record -> Holdings.isSent(record.phase()));
  }

  @Override
  public List<ShardUpdate> sent(String partition, long after, int most, long room) {
    if (isLacking(partition)) {
      // Which of them were run is not known here.
      throw ServedTokens.lacks(partition);
    }
    return ShippedUpdates.behind(view(), partition, after, most, room);
  }

  @Override
  public List<Cell> get(
      String name, Bytes row, String family, Bytes qualifier, int versions, long room) {
    Partition partition = servingRow(name, row);
    KeyRange keys = KeyRange.of(CellKey.ofColumn(row, partition.idOf(family), qualifier));
    List<Cell> found = new ArrayList<>();
    long bytes = 0;
    try (VisibleCells cells = cells(partition, keys, versions, null)) {
      while (cells.hasNext()) {
        bytes += cells.nextBytes();
        if (bytes <= room) {
          found.add(cells.next());
        } else {
          found.clear();
          cells.skip();
        }
      }
    }
    if (bytes > room) {
      throw new NoRoomException(bytes, room);
    }
    return found;
  }

  @Override
  public CellPage scan(String name, CellScan scan, long room) {
    Partition partition = serving(name, scan.range());
    KeyRange keys = KeyRange.of(scan.range(), partition);
    byte[] after = scan.after() == null ? null : PageToken.decode(scan.after(), keys);
    if (after != null) {
      // From the start of its column, for its newer versions count.
      byte[] column = Arrays.copyOf(after, CellKey.columnLength(after));
      keys = new KeyRange(column, keys.to());
    }
    List<Cell> found = new ArrayList<>();
    long bytes = 0;
    long taken = 0;
    byte[] last = null;
    try (VisibleCells cells = cells(partition, keys, scan.versions(), after)) {
      while (cells.hasNext() && found.size() < scan.maxCells() && bytes < scan.maxBytes()) {
        taken += room == Long.MAX_VALUE ? 0 : cells.nextBytes();
        if (taken > room && found.isEmpty()) {
          throw new NoRoomException(taken, room);
        }
        if (taken > room) {
          break;
        }
        last = cells.nextKey();
        Cell cell = cells.next();
        bytes += cell.value().length();
        found.add(cell);
      }
      return new CellPage(found, cells.hasNext() ? PageToken.encode(last) : null);
    }
  }

  private VisibleCells cells(Partition partition, KeyRange keys, int versions, byte[] after) {
    return new VisibleCells(view(), partition, applied.time(), keys, versions, after);
  }

  @Override
  public Roster roster() {
    return SystemRecords.toRoster(view().get(TreeStore.SYSTEM, SystemRecords.ROSTER_KEY));
  }

  @Override
  public Result result(String partition, long session, long seq) {
    if (isLacking(partition)) {
      return Executor.lacks(partition);
    }
    LastRequest last = lastRequest(partition, session);
    return last != null && last.seq() == seq ? last.result() : null;
  }

  @Override
  public OptionalLong lastSeq(String partition, long session) {
    LastRequest last = lastRequest(partition, session);
    return last == null ? OptionalLong.empty() : OptionalLong.of(last.seq());
  }

  @Override
  public String around(String name, List<Long> tokens) {
    Partition found = holdings().around(name, tokens);
    return found == null ? name : found.name();
  }

  /** Null: there is none, or it is not kept any more. */
  private LastRequest lastRequest(String partition, long session) {
    byte[] of = view().get(TreeStore.SYSTEM, SystemRecords.partitionKey(partition));
    String place = of == null ? partition : SystemRecords.toPartition(of).sessions();
    byte[] value = records().get(TreeStore.SYSTEM, SystemRecords.lastRequestKey(place, session));
    LastRequest last = value == null ? null : SystemRecords.toLastRequest(value);
    return last != null && kept().of(place).keeps(last.generation()) ? last : null;
  }

  @Override
  public String hash(String partition, TokenRange range) {
    StateHash hash = new StateHash();
    addCells(hash, partition(partition), range);
    return hash.toString();
  }

  @Override
  public String hash() {
    StateHash hash = new StateHash();
    hash.add(SystemRecords.applied(applied));
    if (roster().version() > 0) {
      hash.add(roster().encode());
    }
    byte[] group = view().get(TreeStore.SYSTEM, TableRecords.GROUP_KEY);
    if (group != null) {
      hash.add(group);
    }
    for (Partition partition : partitions()) {
      hash.add(SystemRecords.partition(partition));
      byte[] owned = view().get(TreeStore.SYSTEM, TableRecords.ownedKey(partition.name()));
      if (owned != null) {
        hash.add(owned);
      }
      Generations generations = kept().of(partition.sessions());
      hash.add(SystemRecords.generations(generations));
      Trees.forEachRecord(
          records(),
          SystemRecords.lastRequests(partition.sessions()),
          (key, value) -> {
            if (generations.keeps(SystemRecords.toLastRequest(value).generation())) {
              hash.add(key, value);
            }
          });
      ShippedUpdates.addTo(hash, view(), partition.name());
      addCells(hash, partition, TokenRange.ALL);
    }
    return hash.toString();
  }

  private void addCells(StateHash hash, Partition partition, TokenRange range) {
    try (VisibleCells cells = cells(partition, KeyRange.of(range), Integer.MAX_VALUE, null)) {
      while (cells.hasNext()) {
        StoredCell cell = cells.nextStored();
        // Wherever it is: replicas put it in its place at different moments.
        hash.add(cell.key().encode(), cell.timeAndValue());
      }
    }
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      view.close();
      closed.run();
    }
  }
}
