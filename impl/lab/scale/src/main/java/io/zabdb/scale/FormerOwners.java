package io.zabdb.scale;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Counts partitions that come back to where they left within an hour. Not thread-safe. */
final class FormerOwners {

  private static final long HOUR = 3_600_000;

  private final Map<Integer, Deque<Left>> left = new HashMap<>();
  private int returned;

  /** A move is done. */
  void moved(int partition, int from, int to, long now) {
    Deque<Left> former = left.computeIfAbsent(partition, any -> new ArrayDeque<>());
    former.removeIf(each -> now - each.millis() >= HOUR);
    if (former.stream().anyMatch(each -> each.group() == to)) {
      returned++;
    }
    former.add(new Left(from, now));
  }

  int returned() {
    return returned;
  }

  /** When a group lost a partition. */
  private record Left(int group, long millis) {}
}
