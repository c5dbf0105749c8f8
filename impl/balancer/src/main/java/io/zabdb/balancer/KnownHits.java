package io.zabdb.balancer;

import io.zabdb.balancer.StoreView.OwnedPartition;
import io.zabdb.rpc.wire.Partitions;
import io.zabdb.rpc.wire.Partitions.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What partitions had to do when that was last told. A leader counts anew when it begins, so of a
 * store with many groups, or whose leaders often step aside, there is nearly always one that cannot
 * tell; what it had to do a moment ago is near enough to plan by. Of a partition that was split
 * each part is taken to have half to do, and one that was merged the sum of what it came of, until
 * they tell. It keeps as many as were there last. Not thread-safe.
 */
final class KnownHits {

  /** So long a figure stands in for one that is missing, in milliseconds. */
  static final long MOST_AGE_MILLIS = 60_000;

  private static final double HALF = 0.5;

  /** Of the tokens above one up to another. */
  private record Figure(long after, long upTo, Partitions.Hits hits, long atMillis) {

    static Figure of(Partition partition, double updates, double reads, long atMillis) {
      return new Figure(
          partition.getAfter(),
          partition.getUpTo(),
          Partitions.Hits.newBuilder().setUpdates(updates).setReads(reads).build(),
          atMillis);
    }

    boolean isAround(Partition part) {
      return after <= part.getAfter() && part.getAfter() < part.getUpTo() && part.getUpTo() <= upTo;
    }

    boolean isIn(Partition whole) {
      return whole.getAfter() <= after && after < upTo && upTo <= whole.getUpTo();
    }
  }

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
      Optional<Figure> told = told(partition, nowMillis);
      told.ifPresent(figure -> now.put(partition.getName(), figure));
      all.add(
          told.map(
                  figure ->
                      new OwnedPartition(
                          each.group(), partition.toBuilder().setHits(figure.hits).build()))
              .orElse(each));
    }
    known = now;
    return all;
  }

  private Optional<Figure> told(Partition partition, long nowMillis) {
    if (partition.hasHits()) {
      return Optional.of(
          new Figure(partition.getAfter(), partition.getUpTo(), partition.getHits(), nowMillis));
    }
    return Optional.ofNullable(known.get(partition.getName()))
        .or(() -> ofWhole(partition))
        .or(() -> ofParts(partition))
        .filter(figure -> nowMillis - figure.atMillis <= MOST_AGE_MILLIS);
  }

  /** It was split from something larger, or has got another name. */
  private Optional<Figure> ofWhole(Partition part) {
    return known.values().stream()
        .filter(figure -> figure.isAround(part))
        .findFirst()
        .map(
            whole -> {
              double share = whole.isIn(part) ? 1 : HALF;
              return Figure.of(
                  part,
                  share * whole.hits.getUpdates(),
                  share * whole.hits.getReads(),
                  whole.atMillis);
            });
  }

  /** It was merged of smaller ones, all of which are known. */
  private Optional<Figure> ofParts(Partition whole) {
    List<Figure> parts =
        known.values().stream()
            .filter(figure -> figure.isIn(whole))
            .sorted(Comparator.comparingLong(Figure::after))
            .toList();
    double updates = 0;
    double reads = 0;
    long oldest = Long.MAX_VALUE;
    long reached = whole.getAfter();
    for (Figure part : parts) {
      if (part.after != reached) {
        return Optional.empty();
      }
      reached = part.upTo;
      updates += part.hits.getUpdates();
      reads += part.hits.getReads();
      oldest = Math.min(oldest, part.atMillis);
    }
    return parts.isEmpty() || reached != whole.getUpTo()
        ? Optional.empty()
        : Optional.of(Figure.of(whole, updates, reads, oldest));
  }
}
