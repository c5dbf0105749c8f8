package io.zabdb.testkit.sim.store;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.testkit.sim.engine.SeededRandom;
import java.util.HashMap;
import java.util.Map;

/**
 * The state machine of a simulated node: a map of registers, and per session its last request with
 * the result. Not thread-safe.
 */
public final class Store {

  /** The last request of a session that was applied. */
  private record Last(long seq, Result result) {}

  // Nothing depends on the order in which these are gone through.
  private final Map<Integer, Long> values = new HashMap<>();
  private final Map<Long, Last> sessions = new HashMap<>();
  private Roster roster = Roster.NONE;
  private long length;
  private Zxid zxid = Zxid.ZERO;
  private long hash;

  /** An empty store. */
  public Store() {}

  /** A copy. */
  public Store(Store other) {
    values.putAll(other.values);
    sessions.putAll(other.sessions);
    roster = other.roster;
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
    return hash;
  }

  /** Applies the next entry of the log; a retry of what its session has done already, in vain. */
  public void apply(Entry entry) {
    length++;
    zxid = entry.zxid();
    Last before = sessions.get(entry.session());
    if (before != null && entry.seq() <= before.seq) {
      return;
    }
    Result result = run(entry);
    hash ^= hashOf(entry.session(), before);
    Last last = new Last(entry.seq(), result);
    sessions.put(entry.session(), last);
    hash ^= hashOf(entry.session(), last);
  }

  /** Whose disks count. */
  public Roster roster() {
    return roster;
  }

  public Result get(int key) {
    return new Result(true, values.getOrDefault(key, 0L));
  }

  /** The result of a request, or null if it is not the last of its session. */
  public Result resultOf(long session, long seq) {
    Last last = sessions.get(session);
    return last != null && last.seq == seq ? last.result : null;
  }

  private Result run(Entry entry) {
    if (entry.session() == Roster.SESSION) {
      hash ^= roster.hashCode();
      roster = Roster.decode(entry.payload());
      hash ^= roster.hashCode();
      return Result.DONE;
    }
    return run(Command.decode(entry.payload()));
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
    Long before = value == 0 ? values.remove(key) : values.put(key, value);
    hash ^= hashOf(key, before == null ? 0 : before) ^ hashOf(key, value);
  }

  private static long hashOf(int key, long value) {
    return SeededRandom.mix(SeededRandom.mix(value) + key);
  }

  private static long hashOf(long session, Last last) {
    long content = last == null ? 0 : last.seq * 2 + (last.result.done() ? 1 : 0);
    return SeededRandom.mix(SeededRandom.mix(content) ^ session);
  }
}
