package io.zabdb.testkit.sim.store;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.session.Generations;
import io.zabdb.core.time.ReplicatedTime;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/**
 * The state machine of a simulated node: a map of registers, and per session its last request with
 * the result, as long as that is kept. Source: {@code specs/client/Sessions}. Not thread-safe.
 */
public final class Store {

  /** The last request of a session that was applied. */
  private record Last(long seq, long generation, Result result) {}

  /** After so many milliseconds of replicated time a value is gone. */
  private static final long MAX_AGE_MILLIS = 3_600_000;

  /** A value, and the applied time at which it was written. */
  private record Cell(long value, long written) {}

  // Nothing depends on the order in which these are gone through.
  private final Map<Integer, Cell> values = new HashMap<>();
  private final Map<Long, Last> sessions = new HashMap<>();
  private Roster roster = Roster.NONE;
  private final Generations generations;
  private final LongBinaryOperator advanced;
  private long time;
  private long length;
  private Zxid zxid = Zxid.ZERO;
  private long hash;

  /** An empty store. */
  public Store() {
    this(ReplicatedTime::advanced);
  }

  /**
   * An empty store.
   *
   * @param advanced the applied time behind a command, from that before it and the stamp
   */
  public Store(LongBinaryOperator advanced) {
    this.advanced = advanced;
    generations = new Generations();
  }

  /** A copy. */
  public Store(Store other) {
    values.putAll(other.values);
    sessions.putAll(other.sessions);
    advanced = other.advanced;
    roster = other.roster;
    generations = other.generations.copy();
    time = other.time;
    length = other.length;
    zxid = other.zxid;
    hash = other.hash;
  }

  /** How many entries have been applied. */
  public long length() {
    return length;
  }

  public Zxid zxid() {
    return zxid;
  }

  /** Equal for equal states, and hardly ever for others. */
  public long hash() {
    long withFloor = floor() == 0 ? hash : hash ^ SeededRandom.mix(floor());
    return time == 0 ? withFloor : withFloor ^ SeededRandom.mix(-time);
  }

  /** The applied time, in milliseconds. */
  public long time() {
    return time;
  }

  /** Sessions that were opened before may have been forgotten. */
  public long floor() {
    return generations.floor();
  }

  /** Whether anything is remembered of a session. */
  public boolean knows(long session) {
    return sessions.containsKey(session);
  }

  /**
   * Applies the next entry of the log; a retry of what its session has done already, in vain, and
   * what may be one.
   *
   * @return whether it was run
   */
  public boolean apply(Entry entry) {
    length++;
    zxid = entry.zxid();
    if (entry.session() == Roster.SESSION) {
      take(Roster.decode(entry.payload()));
      return true;
    }
    Terms terms = Command.terms(entry.payload());
    time = advanced.applyAsLong(time, terms.time());
    generations.advance(time, terms.kept());
    forget();
    Last before = sessions.get(entry.session());
    boolean isRetry = before != null && entry.seq() <= before.seq;
    if (isRetry || (before == null && generations.isTooOld(terms.opened(), time))) {
      return false;
    }
    Result result = run(Command.decode(entry.payload()));
    long from = before == null ? Generations.NONE : before.generation;
    hash ^= hashOf(entry.session(), before);
    Last last = new Last(entry.seq(), generations.move(from, terms.kept()), result);
    sessions.put(entry.session(), last);
    hash ^= hashOf(entry.session(), last);
    forget();
    return true;
  }

  private void forget() {
    if (sessions.size() == generations.records()) {
      return;
    }
    sessions
        .entrySet()
        .removeIf(
            record -> {
              boolean isKept = generations.keeps(record.getValue().generation);
              hash ^= isKept ? 0 : hashOf(record.getKey(), record.getValue());
              return !isKept;
            });
  }

  /** Whose disks count. */
  public Roster roster() {
    return roster;
  }

  public Result get(int key) {
    return new Result(true, value(values.get(key)));
  }

  /** What is there of a cell; 0: nothing, or no more. */
  private long value(Cell cell) {
    return cell == null || time - cell.written >= MAX_AGE_MILLIS ? 0 : cell.value;
  }

  /** The result of a request, or null if it is not the last of its session. */
  public Result resultOf(long session, long seq) {
    Last last = sessions.get(session);
    return last != null && last.seq == seq ? last.result : null;
  }

  private void take(Roster next) {
    hash ^= roster.hashCode();
    roster = next;
    hash ^= roster.hashCode();
  }

  private Result run(Command command) {
    switch (command.kind()) {
      case PUT -> set(command.key(), command.value());
      case DELETE -> set(command.key(), 0);
      case CAS -> {
        if (get(command.key()).value() != command.expected()) {
          return Result.NOT_DONE;
        }
        set(command.key(), command.value());
      }
      case GET -> throw new IllegalStateException("reads do not go through the log");
    }
    return Result.DONE;
  }

  private void set(int key, long value) {
    Cell before = value == 0 ? values.remove(key) : values.put(key, new Cell(value, time));
    hash ^= hashOf(key, before == null ? 0 : before.value) ^ hashOf(key, value);
  }

  private static long hashOf(int key, long value) {
    return SeededRandom.mix(SeededRandom.mix(value) + key);
  }

  private static long hashOf(long session, Last last) {
    if (last == null) {
      return SeededRandom.mix(SeededRandom.mix(0) ^ session);
    }
    long content = last.seq * 2 + (last.result.done() ? 1 : 0);
    return SeededRandom.mix(SeededRandom.mix(content) ^ session) ^ last.generation;
  }
}
