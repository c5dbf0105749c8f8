package io.zabdb.storage.rocks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Trees that were dropped, until nobody uses them any more: then they are closed, and only then
 * does RocksDB remove their files. Thread-safe.
 *
 * @param <T> a tree; closing it must not throw
 */
final class DroppedTrees<T extends AutoCloseable> {

  /**
   * @param number how many had been dropped, with this one
   */
  private record Dropped<T>(T tree, long number) {}

  private final Queue<Dropped<T>> open = new ArrayDeque<>();

  /** How many users are there, by how many trees had been dropped when they came. */
  private final TreeMap<Long, Integer> users = new TreeMap<>();

  private long count;

  /**
   * Somebody is about to ask which trees there are, and to use them.
   *
   * @return what has to be said when that is over, once
   */
  synchronized long enter() {
    users.merge(count, 1, Integer::sum);
    return count;
  }

  /** That is over. */
  void leave(long entered) {
    List<T> unused;
    synchronized (this) {
      users.computeIfPresent(entered, (since, here) -> here == 1 ? null : here - 1);
      unused = unused();
    }
    close(unused);
  }

  /** A tree is dropped, and nobody who comes from now on sees it. */
  void add(T tree) {
    List<T> unused;
    synchronized (this) {
      count++;
      open.add(new Dropped<>(tree, count));
      unused = unused();
    }
    close(unused);
  }

  /** Closes all; there must be no users. */
  void close() {
    List<T> all = new ArrayList<>();
    synchronized (this) {
      open.forEach(each -> all.add(each.tree()));
      open.clear();
    }
    close(all);
  }

  /** Takes those away that were dropped before all users came. */
  private List<T> unused() {
    List<T> unused = new ArrayList<>();
    while (!open.isEmpty() && (users.isEmpty() || open.peek().number() <= users.firstKey())) {
      unused.add(open.remove().tree());
    }
    return unused;
  }

  private void close(List<T> trees) {
    for (T tree : trees) {
      try {
        tree.close();
      } catch (Exception e) {
        throw new IllegalStateException("a tree cannot be closed", e);
      }
    }
  }
}
