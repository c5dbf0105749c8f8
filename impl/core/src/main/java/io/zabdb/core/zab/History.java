package io.zabdb.core.zab;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A replica's log ({@code ZabState!history}): entries 1 to {@link #length()}, of which those up to
 * {@link #checkpoint()} are purged and known by their checkpoint only. Not thread-safe.
 *
 * <p>Within an epoch, counters go up one by one. So it is enough to remember where each epoch's
 * entries begin to find a zxid's place, that of purged entries included.
 *
 * <p>Of the payloads, a window is in memory: the newest ones. The driver reads the others from its
 * log where they are needed; the core needs none.
 */
public final class History {

  private static final int INITIAL_CAPACITY = 64;

  private @Nullable Checkpoint checkpoint;

  /** Retained entries: entry n is at {@code head + n - base - 1}. */
  private Entry[] retained = new Entry[INITIAL_CAPACITY];

  private int head;
  private int size;
  private long base;

  /** The entries up to here have no payload in memory; all behind have. */
  private long forgotten;

  private long payloadBytes;

  /** Before this point, the places of zxids are not known. */
  private Zxid floor = Zxid.ZERO;

  private long floorLength;

  private final List<Run> runs = new ArrayList<>();

  /** Always of all that is retained: a new leader must not have to look for them first. */
  private Sessions sessions = new Sessions();

  /** The rosters behind the checkpoint, in order. */
  private final List<Placed> rosters = new ArrayList<>();

  /** The roster of entry {@code place}. */
  private record Placed(long place, Roster roster) {}

  private Roster rosterOfCheckpoint = Roster.NONE;

  /** The entries of an epoch: {@code first} is the counter of the entry {@code start + 1}. */
  private record Run(long epoch, long first, long start) {}

  History(@Nullable Checkpoint checkpoint, List<Entry> entries) {
    if (checkpoint != null) {
      restart(checkpoint);
    }
    entries.forEach(this::append);
  }

  public long length() {
    return base + size;
  }

  /** How many entries are purged ({@code ZabState!checkpoint}). */
  public long checkpoint() {
    return base;
  }

  /** The checkpoint that covers the purged entries; null if none are. */
  @Nullable Checkpoint lastCheckpoint() {
    return checkpoint;
  }

  /** Entry n, which is not purged. */
  public Entry entry(long n) {
    if (n <= base || n > length()) {
      throw new IndexOutOfBoundsException("entry " + n + " of " + base + " to " + length());
    }
    return retained[head + (int) (n - base - 1)];
  }

  /** The zxid of entry n ({@code ZabState!ZxidAt}); n is 0, the checkpoint, or not purged. */
  public Zxid zxidAt(long n) {
    if (n == base) {
      return base == 0 ? Zxid.ZERO : Objects.requireNonNull(checkpoint).zxid();
    }
    return entry(n).zxid();
  }

  public Zxid lastZxid() {
    return zxidAt(length());
  }

  /**
   * How many entries of epoch e it holds, if e is the last epoch in it ({@code Broadcast!Counter}).
   */
  public long counter(long epoch) {
    Zxid last = lastZxid();
    return last.epoch() == epoch ? last.counter() : 0;
  }

  /**
   * How many entries are not above {@code zxid} ({@code ZabState!CountUpTo}). Exact from the zxid
   * on at which this history was recovered or installed; below that it may be too high, yet is
   * never above that point.
   */
  public long countUpTo(Zxid zxid) {
    for (int i = runs.size() - 1; i >= 0; i--) {
      Run run = runs.get(i);
      if (run.epoch < zxid.epoch()) {
        return endOf(i);
      }
      if (run.epoch == zxid.epoch() && zxid.counter() >= run.first) {
        return Math.min(run.start + zxid.counter() - run.first + 1, endOf(i));
      }
    }
    return floor.compareTo(zxid) <= 0 ? floorLength : Math.max(0, floorLength - 1);
  }

  private long endOf(int run) {
    return run + 1 < runs.size() ? runs.get(run + 1).start : length();
  }

  /** Whether {@code zxid} names an entry of this history that is retained, or its checkpoint. */
  boolean holds(Zxid zxid) {
    long n = countUpTo(zxid);
    return n >= base && zxidAt(n).equals(zxid);
  }

  /** The entries behind the first {@code from}, a copy. */
  List<Entry> suffix(long from) {
    if (from < base) {
      throw new IndexOutOfBoundsException(
          "entries from " + from + " on, of which are purged " + base);
    }
    int start = head + (int) (from - base);
    return Arrays.asList(Arrays.copyOfRange(retained, start, head + size));
  }

  void append(Entry entry) {
    Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
    if (last == null || last.epoch != entry.epoch()) {
      runs.add(new Run(entry.epoch(), entry.counter(), length()));
    }
    if (head + size == retained.length) {
      makeRoom();
    }
    retained[head + size] = entry;
    size++;
    if (entry.isInMemory()) {
      payloadBytes += entry.payload().length;
    } else {
      forgotten = length();
      payloadBytes = 0;
    }
    sessions.record(entry.session(), entry.seq(), length());
    if (entry.session() == Roster.SESSION) {
      rosters.add(new Placed(length(), Roster.decode(entry.payload())));
    }
  }

  /** The last roster in it ({@code Roster!RosterOf}). */
  Roster roster() {
    return rosters.isEmpty() ? rosterOfCheckpoint : rosters.get(rosters.size() - 1).roster;
  }

  /** The roster of its first n entries; of those that are purged, that of the checkpoint. */
  Roster roster(long n) {
    for (int i = rosters.size() - 1; i >= 0; i--) {
      if (rosters.get(i).place <= n) {
        return rosters.get(i).roster;
      }
    }
    return rosterOfCheckpoint;
  }

  /**
   * The place of the last roster; the checkpoint's if that is purged ({@code Roster!RosterPlace}).
   */
  long rosterPlace() {
    return rosters.isEmpty() ? base : rosters.get(rosters.size() - 1).place;
  }

  /** How many bytes of payload are in memory. */
  long payloadBytes() {
    return payloadBytes;
  }

  /**
   * Forgets payloads, the oldest first and none behind the first {@code length} entries, until no
   * more than {@code keep} bytes of payload are in memory.
   */
  void forgetPayloads(long length, long keep) {
    long last = Math.min(length, length());
    while (payloadBytes > keep && forgotten < last) {
      int place = head + (int) (forgotten - base);
      payloadBytes -= retained[place].payload().length;
      retained[place] = retained[place].withoutPayload();
      forgotten++;
    }
  }

  private void forgotAll(long from, long to) {
    for (long n = Math.max(from, forgotten) + 1; n <= to; n++) {
      payloadBytes -= entry(n).payload().length;
    }
  }

  private void makeRoom() {
    Entry[] target =
        head > size ? retained : new Entry[Math.max(INITIAL_CAPACITY, retained.length * 2)];
    System.arraycopy(retained, head, target, 0, size);
    if (target == retained) {
      Arrays.fill(retained, size, head + size, null);
    }
    retained = target;
    head = 0;
  }

  /** Keeps the first {@code length} entries; none of those is purged away by it. */
  void truncate(long length) {
    if (length < base || length > length()) {
      throw new IndexOutOfBoundsException(
          "cut to " + length + " a history of " + base + " to " + length());
    }
    forgotAll(length, length());
    forgotten = Math.min(forgotten, length);
    int kept = (int) (length - base);
    Arrays.fill(retained, head + kept, head + size, null);
    size = kept;
    while (!runs.isEmpty() && runs.get(runs.size() - 1).start >= length) {
      runs.remove(runs.size() - 1);
    }
    rosters.removeIf(placed -> placed.place > length);
    sessions = sessionsRetained();
  }

  /** Purges what the checkpoint covers; it covers entries of this history, and more than before. */
  void purge(Checkpoint newer) {
    forgotAll(base, newer.length());
    forgotten = Math.max(forgotten, newer.length());
    int purged = (int) (newer.length() - base);
    for (int i = 0; i < purged; i++) {
      sessions.purged(retained[head + i].session(), base + i + 1);
    }
    Arrays.fill(retained, head, head + purged, null);
    head += purged;
    size -= purged;
    base = newer.length();
    checkpoint = newer;
    while (!rosters.isEmpty() && rosters.get(0).place <= base) {
      rosterOfCheckpoint = rosters.remove(0).roster;
    }
  }

  /** Replaces everything by a checkpoint. */
  void install(Checkpoint received) {
    Arrays.fill(retained, head, head + size, null);
    head = 0;
    size = 0;
    runs.clear();
    restart(received);
  }

  private void restart(Checkpoint start) {
    checkpoint = start;
    base = start.length();
    forgotten = base;
    payloadBytes = 0;
    floor = start.zxid();
    floorLength = base;
    rosters.clear();
    rosterOfCheckpoint = start.roster();
    sessions = sessionsRetained();
  }

  /** The last request of each session in what is retained, and where it is. It changes with it. */
  Sessions sessions() {
    return sessions;
  }

  private Sessions sessionsRetained() {
    Sessions sessions = new Sessions();
    for (int i = 0; i < size; i++) {
      Entry entry = retained[head + i];
      sessions.record(entry.session(), entry.seq(), base + i + 1);
    }
    return sessions;
  }
}
