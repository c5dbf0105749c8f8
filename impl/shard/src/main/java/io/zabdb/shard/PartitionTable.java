package io.zabdb.shard;

import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What the commands of a group's log lead to: its partitions, and to whom it gave others. {@link
 * PartitionLog} alone changes it, by commands in the order of the log. Not thread-safe.
 *
 * <p>Source: {@code MoveState}, {@code state[g]} without its cells, which are with {@link Cells},
 * and its sessions, which are with {@link SessionRecords}.
 */
public final class PartitionTable {

  private final SessionRecords sessions;
  private final Cells cells;
  private final TreeMap<PartitionId, PartitionRecord> records = new TreeMap<>();
  private final Heirs heirs;
  private Birth self;
  private long index;
  private long time;
  private long floor;
  private boolean dissolved;

  /** Of an empty log, {@code MoveState!Empty}. */
  public PartitionTable(SessionRecords sessions, Cells cells) {
    this(TableState.EMPTY, sessions, cells);
  }

  /** As it was. */
  public PartitionTable(TableState state, SessionRecords sessions, Cells cells) {
    this.sessions = sessions;
    this.cells = cells;
    self = state.self();
    index = state.index();
    time = state.time();
    floor = state.floor();
    dissolved = state.dissolved();
    heirs = new Heirs(state.heirs());
    records.putAll(state.records());
  }

  /** All of it but sessions and cells; changes by itself no more. */
  public TableState state() {
    return new TableState(self, index, time, floor, dissolved, records, heirs.gifts());
  }

  /** The group's own number. */
  public Birth self() {
    return self;
  }

  /** Entries applied. */
  public long index() {
    return index;
  }

  /** The applied time, in milliseconds. */
  public long time() {
    return time;
  }

  /** The highest attempt of which a record was dropped. */
  public long floor() {
    return floor;
  }

  /** Whether the group is no more. */
  public boolean isDissolved() {
    return dissolved;
  }

  /** To whom it gave tokens. */
  public Heirs heirs() {
    return heirs;
  }

  /** {@code MoveState!Parts}, in the order of tokens. */
  public SortedSet<PartitionId> parts() {
    return Collections.unmodifiableSortedSet(records.navigableKeySet());
  }

  /** Its record of a partition, if it has one. */
  public Optional<PartitionRecord> record(PartitionId part) {
    return Optional.ofNullable(records.get(part));
  }

  /** The last update of a session that ran on a partition. */
  public LastUpdate last(PartitionId part, long session) {
    return sessions.last(part, session);
  }

  /** All of them, by session. */
  public SortedMap<Long, LastUpdate> sessions(PartitionId part) {
    return sessions.all(part);
  }

  Cells cells() {
    return cells;
  }

  /** Whether a partition may remember one more session, or does. */
  boolean hasRoom(PartitionId part, long session) {
    return sessions.hasRoom(part, session);
  }

  /** Of a partition that there is. */
  PartitionRecord recordOf(PartitionId part) {
    return record(part).orElseThrow(() -> new IllegalArgumentException("no partition " + part));
  }

  /** {@code MoveState!Overlapping}. */
  public List<PartitionId> overlapping(PartitionId part) {
    return records.navigableKeySet().stream().filter(part::overlaps).toList();
  }

  /** {@code MoveState!Around}: the partition that has all of these tokens, if one has. */
  public Optional<PartitionId> around(List<Long> tokens) {
    long first = tokens.get(0);
    if (first == Token.MIN) {
      return Optional.empty();
    }
    // Before all that end at the token or behind it: no name is lower. The first of them, or none.
    PartitionId lowest = new PartitionId("-", new TokenRange(Token.MIN, first));
    PartitionId found = records.ceilingKey(lowest);
    return Optional.ofNullable(found).filter(part -> part.contains(tokens));
  }

  /** {@code MoveState!InPhase}. */
  public boolean inPhase(PartitionId part, Set<MovePhase> phases) {
    PartitionRecord record = records.get(part);
    return record != null && phases.contains(record.phase());
  }

  /** {@code MoveState!InAttempt}. */
  public boolean inAttempt(PartitionId part, long epoch, Set<MovePhase> phases) {
    return inPhase(part, phases) && recordOf(part).epoch() == epoch;
  }

  // -- Changes

  void founded(Birth birth, Collection<PartitionId> parts) {
    self = birth;
    parts.forEach(part -> put(part, new PartitionRecord(MovePhase.SERVING, 0, 0, Birth.NOBODY)));
  }

  void dissolve() {
    dissolved = true;
  }

  /** One more entry was applied. */
  void advance() {
    index++;
  }

  void timeIs(long applied) {
    time = applied;
  }

  /** Without sessions, whatever there was. */
  void put(PartitionId part, PartitionRecord record) {
    records.put(part, record);
    sessions.replace(part, Collections.emptySortedMap());
  }

  void change(PartitionId part, UnaryOperator<PartitionRecord> changed) {
    records.put(part, changed.apply(recordOf(part)));
  }

  void putSessions(PartitionId part, SortedMap<Long, LastUpdate> all) {
    sessions.replace(part, all);
  }

  void putLast(PartitionId part, long session, LastUpdate update) {
    sessions.put(part, session, update);
  }

  /** Without records; the store is told apart. */
  void forget(Collection<PartitionId> parts) {
    // The caller may hold a view of what is taken away.
    for (PartitionId part : new ArrayList<>(parts)) {
      records.remove(part);
      sessions.forget(part);
    }
  }

  void floorIs(long highest) {
    floor = highest;
  }

  @Override
  public String toString() {
    return "index " + index + ", floor " + floor + ", " + new TreeSet<>(records.keySet());
  }
}
