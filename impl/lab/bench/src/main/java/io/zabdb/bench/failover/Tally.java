package io.zabdb.bench.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the clients of a round have seen. Thread-safe. */
final class Tally {

  /**
   * An update succeeded.
   *
   * @param nanos when, as {@link System#nanoTime} tells it
   * @param epoch of the leader that made it
   */
  record Success(long nanos, long epoch) {}

  private final List<List<Success>> successes = new ArrayList<>();
  private final Map<String, Long> errors = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();

  Tally(int clients) {
    for (int i = 0; i < clients; i++) {
      successes.add(new ArrayList<>());
    }
  }

  synchronized void succeeded(int client, long nanos, long epoch) {
    successes.get(client).add(new Success(nanos, epoch));
    notifyAll();
  }

  synchronized void failed(String error) {
    errors.merge(error, 1L, Long::sum);
  }

  synchronized void violated(String what) {
    violations.add(what);
  }

  /** Waits until each client has succeeded so often since a time; false if that takes too long. */
  synchronized boolean await(int count, long since, long beyondEpoch, long deadline)
      throws InterruptedException {
    while (!haveAll(count, since, beyondEpoch)) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      // Rounded up: a wait of 0 would be for ever.
      wait(left / 1_000_000 + 1);
    }
    return true;
  }

  private boolean haveAll(int count, long since, long beyondEpoch) {
    for (List<Success> client : successes) {
      int found = 0;
      for (int i = client.size() - 1; i >= 0 && found < count; i--) {
        Success each = client.get(i);
        if (each.nanos() - since < 0 || each.epoch() <= beyondEpoch) {
          break;
        }
        found++;
      }
      if (found < count) {
        return false;
      }
    }
    return true;
  }

  /** The newest epoch that any client has seen; 0 if none. */
  synchronized long epoch() {
    return successes.stream().flatMap(List::stream).mapToLong(Success::epoch).max().orElse(0);
  }

  /** By client, in the order of time. */
  synchronized List<List<Success>> successes() {
    return successes.stream().map(List::copyOf).toList();
  }

  synchronized Map<String, Long> errors() {
    return Map.copyOf(errors);
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
