package io.zabdb.bench.growth;

import io.zabdb.bench.growth.StorePlaces.PlacedPartition;
import io.zabdb.scale.elastic.GrowthStep;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Sees, from one look at a store to the next, what has moved since a node was started. A partition
 * that a group has and another one had before has moved; it brought its bytes to each node that has
 * it now and had not. Not thread-safe.
 */
final class PlaceWatch {

  private static final double NANOS = 1e9;
  private static final double PERCENT = 100;

  private final int newest;
  private final long started;
  private final Map<Integer, Integer> gave = new HashMap<>();

  /** Where each partition was when it was told of last: nobody may while it is handed over. */
  private final Map<String, Set<Integer>> nodes = new HashMap<>();

  private StorePlaces last;
  private long changed;
  private double serveSeconds = Double.POSITIVE_INFINITY;
  private double firstBytes;
  private double laterBytes;
  private int replicas;
  private double firstPercent;

  /**
   * @param before the store without the new node
   * @param newest its number: so many nodes were there before
   * @param started when, of {@link System#nanoTime}
   */
  PlaceWatch(StorePlaces before, int newest, long started) {
    last = before;
    this.newest = newest;
    this.started = started;
    changed = started;
    note(before);
  }

  private void note(StorePlaces store) {
    store.partitions().forEach((name, place) -> nodes.put(name, store.nodesOf(place)));
  }

  /** The store is so now. */
  void see(StorePlaces now, long nanos) {
    boolean servesNow = false;
    for (Map.Entry<String, PlacedPartition> each : now.partitions().entrySet()) {
      Set<Integer> had = nodes.getOrDefault(each.getKey(), Set.of());
      Set<Integer> got = new HashSet<>(now.nodesOf(each.getValue()));
      Set<Integer> lost = new HashSet<>(had);
      lost.removeAll(got);
      got.removeAll(had);
      if (had.isEmpty() || got.isEmpty()) {
        continue;
      }
      double bytes = (double) each.getValue().bytes() * got.size();
      replicas += got.size();
      if (Double.isFinite(serveSeconds)) {
        laterBytes += bytes;
      } else {
        firstBytes += bytes;
        lost.forEach(node -> gave.merge(node, 1, Integer::sum));
        servesNow |= got.contains(newest);
      }
    }
    if (!now.groups().equals(last.groups()) || !places(now).equals(places(last))) {
      changed = nanos;
    }
    if (servesNow) {
      serveSeconds = (nanos - started) / NANOS;
      gave.forEach(
          (node, count) ->
              firstPercent = Math.max(firstPercent, PERCENT * count / (count + now.count(node))));
    }
    note(now);
    last = now;
  }

  private static Map<String, Integer> places(StorePlaces store) {
    Map<String, Integer> places = new HashMap<>();
    store.partitions().forEach((name, partition) -> places.put(name, partition.group()));
    return places;
  }

  /** Whether the new node has something. */
  boolean serves() {
    return Double.isFinite(serveSeconds);
  }

  /** When anything was elsewhere than before, or split, or a group was born, for the last time. */
  long changed() {
    return changed;
  }

  /**
   * What came of it.
   *
   * @param settled whether nothing moves any more
   * @param work requests a second that each node answered
   */
  GrowthStep step(boolean settled, List<Double> work) {
    List<Double> stored =
        IntStream.rangeClosed(0, newest).mapToDouble(last::stored).boxed().toList();
    double nodes = newest + 1;
    return new GrowthStep(
        newest + 1,
        serveSeconds,
        settled ? (changed - started) / NANOS : Double.POSITIVE_INFINITY,
        firstBytes,
        laterBytes,
        replicas,
        last.stored() / nodes,
        last.replicas() / nodes,
        firstPercent,
        stored,
        stored,
        work);
  }
}
