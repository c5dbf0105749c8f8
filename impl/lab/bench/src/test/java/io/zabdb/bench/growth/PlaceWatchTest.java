package io.zabdb.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.growth.StorePlaces.PlacedPartition;
import io.zabdb.scale.elastic.GrowthStep;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PlaceWatchTest {

  private static final Set<Integer> OLD = Set.of(0, 1, 2);

  private final Map<Integer, Set<Integer>> groups = new HashMap<>(Map.of(0, OLD));
  private final Map<String, PlacedPartition> partitions = new HashMap<>();

  private PlaceWatch watch(String... names) {
    for (String name : names) {
      put(name, 0, 100);
    }
    return new PlaceWatch(now(), 3, seconds(10));
  }

  private void put(String name, int group, long bytes) {
    partitions.put(name, new PlacedPartition(group, bytes));
  }

  private StorePlaces now() {
    return new StorePlaces(groups, partitions);
  }

  private static long seconds(long seconds) {
    return TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void whatComesFirstAndLater() {
    PlaceWatch watch = watch("a", "b", "c", "d");
    groups.put(1, Set.of(1, 2, 3));
    watch.see(now(), seconds(12));
    assertFalse(watch.serves(), "a group that has nothing");
    assertEquals(seconds(12), watch.changed());
    put("a", 1, 110);
    watch.see(now(), seconds(15));
    assertTrue(watch.serves());
    put("b", 1, 100);
    watch.see(now(), seconds(20));
    watch.see(now(), seconds(30));
    assertEquals(seconds(20), watch.changed());

    GrowthStep step = watch.step(true, List.of(1.0, 1.0, 1.0, 1.0));
    assertEquals(4, step.nodes());
    assertEquals(5, step.serveSeconds());
    assertEquals(10, step.settledSeconds());
    assertEquals(110, step.firstBytes(), "only node 3 got it");
    assertEquals(100, step.laterBytes());
    assertEquals(2, step.movedReplicas());
    assertEquals(25, step.firstPercent(), "one of node 0's four");
    assertEquals(List.of(200.0, 410.0, 410.0, 210.0), step.stored());
    assertEquals(410 * 3 / 4.0, step.balanceBytes());
    assertEquals(3, step.balanceReplicas());
  }

  /** Those that do not come to the new node count as moved, too. */
  @Test
  void eachNodeThatGetsAPartitionGetsItsBytes() {
    PlaceWatch watch = watch("a");
    groups.put(1, Set.of(3, 4, 5));
    groups.put(2, Set.of(0, 1, 4));
    put("a", 2, 100);
    watch.see(now(), seconds(11));
    assertFalse(watch.serves());
    put("a", 1, 100);
    watch.see(now(), seconds(12));
    GrowthStep step = watch.step(false, List.of());
    assertEquals(300, step.firstBytes(), "node 4, then nodes 3 and 5");
    assertEquals(3, step.movedReplicas());
    assertEquals(100, step.firstPercent());
    assertEquals(Double.POSITIVE_INFINITY, step.settledSeconds());
  }

  @Test
  void partsOfASplitHaveNotMoved() {
    PlaceWatch watch = watch("a");
    partitions.remove("a");
    put("a-0", 0, 50);
    put("a-1", 0, 50);
    watch.see(now(), seconds(11));
    assertEquals(seconds(11), watch.changed());
    assertEquals(0, watch.step(true, List.of()).movedReplicas());
  }

  /** While it is handed over neither group says that it serves it. */
  @Test
  void whatNobodyNamedForAMomentHasMoved() {
    PlaceWatch watch = watch("a", "b");
    groups.put(1, Set.of(1, 2, 3));
    partitions.remove("a");
    watch.see(now(), seconds(11));
    put("a", 1, 100);
    watch.see(now(), seconds(12));
    assertTrue(watch.serves());
    assertEquals(100, watch.step(true, List.of()).firstBytes());
  }
}
