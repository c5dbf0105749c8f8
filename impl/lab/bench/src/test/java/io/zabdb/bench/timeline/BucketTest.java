package io.zabdb.bench.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketTest {

  private static final long LENGTH = 250_000;
  private final Samples samples = new Samples();

  @Test
  void countsAndLatenciesOfEach() {
    // In no order, since clients have threads of their own.
    samples.add(249_999, 4_000);
    samples.add(0, 2_000);
    samples.add(750_000, 10_000);
    samples.add(100, 3_000);
    samples.add(999_999, 20_000);
    List<Bucket> buckets = Bucket.of(samples, LENGTH, 1_000_000);
    assertEquals(List.of(3L, 0L, 0L, 2L), buckets.stream().map(Bucket::operations).toList());
    assertEquals(List.of(0.0, 0.25, 0.5, 0.75), buckets.stream().map(Bucket::second).toList());
    assertEquals(12, buckets.get(0).perSecond());
    assertEquals(3, buckets.get(0).p50(), 0.01);
    assertEquals(4, buckets.get(0).max(), 0.01);
    assertEquals(20, buckets.get(3).p99(), 0.05);
    assertTrue(Double.isNaN(buckets.get(1).p99()));
  }

  @Test
  void whatIsBehindTheEndIsLeftOut() {
    samples.add(600_000, 1);
    samples.add(1_100_000, 1);
    samples.add(5_000_000, 1);
    // The last bucket would be cut off.
    assertEquals(
        List.of(0L, 0L, 1L, 0L),
        Bucket.of(samples, LENGTH, 1_200_000).stream().map(Bucket::operations).toList());
  }

  @Test
  void nothing() {
    assertEquals(2, Bucket.of(samples, LENGTH, 500_000).size());
  }

  @Test
  void manySamplesInOrder() {
    for (int i = 100_000; i > 0; i--) {
      samples.add(i, 2L * i);
    }
    samples.add(100_001, Long.MAX_VALUE);
    List<Long> ends = new ArrayList<>();
    samples.visit(
        (end, latency) -> {
          ends.add(end);
          assertEquals(end == 100_001 ? (1 << 29) - 1 : 2 * end, latency);
        });
    assertEquals(100_001, samples.size());
    assertEquals(ends.stream().sorted().toList(), ends);
  }
}
