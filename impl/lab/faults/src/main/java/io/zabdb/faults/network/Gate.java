package io.zabdb.faults.network;

import java.util.HashSet;
import java.util.Set;

/** Which node's bytes reach which other node at present. Thread-safe. */
final class Gate {

  private record Way(int from, int to) {}

  private final Set<Way> cut = new HashSet<>();
  private long heldBack;
  private boolean closed;

  synchronized void cut(int from, int to) {
    cut.add(new Way(from, to));
  }

  synchronized void heal() {
    cut.clear();
    notifyAll();
  }

  /** For good: nobody waits any more. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }

  synchronized long heldBack() {
    return heldBack;
  }

  /**
   * Waits until this way is open; counts if it was not.
   *
   * @return false: closed
   */
  synchronized boolean pass(int from, int to) throws InterruptedException {
    Way way = new Way(from, to);
    if (cut.contains(way)) {
      heldBack++;
    }
    while (cut.contains(way) && !closed) {
      wait();
    }
    return !closed;
  }
}
