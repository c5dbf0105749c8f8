package io.zabdb.testkit.sim.check;

import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import io.zabdb.testkit.sim.engine.Violation;
import io.zabdb.testkit.sim.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one log that all replicas of a group deliver, as far as any has come; MCZab calls it {@code
 * log}. Beside it a store of its own, to say what state each prefix leads to.
 */
final class AgreedLog {

  private record Request(long session, long seq) {}

  private final List<Entry> entries = new ArrayList<>();
  private final List<Long> hashes = new ArrayList<>(List.of(0L));

  /**
   * For each session the indexes of its requests, in order; of a retry that of the first attempt.
   */
  private final Map<Long, List<Long>> requests = new HashMap<>();

  /** For each session the index of its last entry. */
  private final Map<Long, Long> last = new HashMap<>();

  /** The requests that were run. */
  private final Set<Request> run = new HashSet<>();

  private final Store store = new Store();

  long length() {
    return entries.size();
  }

  /** The last roster in it. */
  Roster roster() {
    return store.roster();
  }

  /** The entry at an index from 1. */
  Entry entry(long index) {
    return entries.get((int) index - 1);
  }

  /** The zxid at an index; zero at 0. */
  Zxid zxidAt(long index) {
    return index == 0 ? Zxid.ZERO : entry(index).zxid();
  }

  /** The index of a request; 0 if it is not in the log. */
  long indexOf(long session, long seq) {
    List<Long> indexes = requests.getOrDefault(session, List.of());
    return seq <= indexes.size() ? indexes.get((int) seq - 1) : 0;
  }

  /** Sessions that were opened before may have been forgotten; 0: none was. */
  long floor() {
    return store.floor();
  }

  /** The index of the last entry of a session; 0: it has none. */
  long lastOf(long session) {
    return last.getOrDefault(session, 0L);
  }

  /**
   * A replica has delivered an entry. Returns whether it is the first to do so.
   *
   * @throws Violation if another entry was delivered there before, or there is a gap
   */
  boolean deliver(int node, long index, Entry entry) {
    if (index > length() + 1) {
      throw new Violation("Integrity", "n" + node + " delivers " + index + " behind " + length());
    }
    if (index == length() + 1) {
      extend(entry);
      return true;
    }
    if (!entry(index).equals(entry)) {
      throw new Violation(
          "Agreement",
          "n" + node + " delivers " + entry + " at " + index + ", others " + entry(index));
    }
    return false;
  }

  /** Checks the state of a replica that has delivered so much. */
  void checkState(int node, long length, long hash) {
    if (length > length() || hashes.get((int) length) != hash) {
      throw new Violation(
          "StatesAgree", "n" + node + " is in another state than others after " + length);
    }
  }

  private void extend(Entry entry) {
    if (length() > 0 && !entry.isAfter(zxidAt(length()))) {
      throw new Violation("ZxidsGrow", entry + " behind " + zxidAt(length()));
    }
    List<Long> indexes = requests.computeIfAbsent(entry.session(), session -> new ArrayList<>());
    if (entry.seq() > indexes.size() + 1) {
      throw new Violation(
          "SessionsInOrder", entry + " behind request " + indexes.size() + " of its session");
    }
    entries.add(entry);
    if (entry.seq() == indexes.size() + 1) {
      indexes.add(length());
    }
    last.put(entry.session(), length());
    if (store.apply(entry) && !run.add(new Request(entry.session(), entry.seq()))) {
      throw new Violation("RunOnce", entry + " is run again");
    }
    hashes.add(store.hash());
  }
}
