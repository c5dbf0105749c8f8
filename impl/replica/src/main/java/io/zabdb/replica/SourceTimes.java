package io.zabdb.replica;

import io.zabdb.shard.PartitionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * When the sources of partitions that come were heard. Letters may name any partition, whether it
 * comes or not: those that the group does not have are forgotten once they are many. By the loop.
 */
final class SourceTimes {

  /** So many more are named until it is looked which of them the group has. */
  private static final int MOST_MORE = 1_000;

  /** By partition, in nanoseconds of the clock. */
  private final Map<PartitionId, Long> last = new HashMap<>();

  private int most = MOST_MORE;

  void heard(PartitionId part, long nanos) {
    last.put(part, nanos);
  }

  /** Empty: it was not heard, or that is forgotten. */
  Optional<Long> lastOf(PartitionId part) {
    return Optional.ofNullable(last.get(part));
  }

  /** Whether {@link #keep} is to be called. */
  boolean areMany() {
    return last.size() > most;
  }

  /** All others are forgotten. */
  void keep(Collection<PartitionId> there) {
    last.keySet().retainAll(there);
    most = last.size() + MOST_MORE;
  }

  void clear() {
    last.clear();
    most = MOST_MORE;
  }

  int size() {
    return last.size();
  }
}
