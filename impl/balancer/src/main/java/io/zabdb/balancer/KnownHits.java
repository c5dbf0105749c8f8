package io.zabdb.balancer;

import io.zabdb.balancer.StoreView.OwnedPartition;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What partitions had to do when that was last told. A leader counts anew when it begins, so of a
 * store with many groups, or whose leaders often step aside, there is nearly always one that cannot
 * tell; what it had to do a moment ago is near enough to plan by. It keeps as many as were there
 * last. Not thread-safe.
 */
final class KnownHits {

  /** So long a figure stands in for one that is missing, in milliseconds. */
  static final long MOST_AGE_MILLIS = 60_000;

  private record Figure(Partitions.Hits hits, long atMillis) {}

  private Map<String, Figure> known = Map.of();

  /**
   * Another round.
   *
   * @param nowMillis a time that never goes back
   * @return the same partitions; those that lack figures have the last ones, if these are young
   *     enough
   */
  List<OwnedPartition> complete(List<OwnedPartition> owned, long nowMillis) {
    Map<String, Figure> now = new HashMap<>();
    List<OwnedPartition> all = new ArrayList<>();
    for (OwnedPartition each : owned) {
      Partition partition = each.partition();
      Figure told =
          partition.hasHits()
              ? new Figure(partition.getHits(), nowMillis)
              : known.get(partition.getName());
      if (told == null || nowMillis - told.atMillis > MOST_AGE_MILLIS) {
        all.add(each);
      } else {
        now.put(partition.getName(), told);
        all.add(new OwnedPartition(each.group(), partition.toBuilder().setHits(told.hits).build()));
      }
    }
    known = now;
    return all;
  }
}
