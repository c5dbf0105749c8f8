package io.zabdb.node.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.environment.Clock;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.ring.Ring;
import io.zabdb.model.ring.RingPartition;
import io.zabdb.model.ring.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupHitsTest {

  private static final int GROUP = 1;
  private static final long SECOND = 1_000_000_000;

  /** Partitions 0 and 2 are group 0's, 1 and 3 group 1's. */
  private static final Ring RING = Ring.even(2, 2);

  private static final TokenRange MINE = RING.partitions().get(1).range();
  private static final TokenRange OTHERS = RING.partitions().get(2).range();

  private static final Bytes ROW = Bytes.of("row");

  private final HandClock clock = new HandClock();
  private final GroupHits hits = new GroupHits(GROUP, clock);

  /** Stands still until it is moved. */
  private static final class HandClock implements Clock {
    long nanos = 77;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public long millis() {
      throw new AssertionError("hits are counted by differences of time");
    }
  }

  private void pass(long seconds) {
    clock.nanos += seconds * SECOND;
  }

  private void update(int times) {
    for (int nth = 0; nth < times; nth++) {
      hits.updated(RING, 1, MINE.upTo(), ROW);
    }
  }

  private Optional<HitRates> rates(TokenRange range) {
    return hits.rates(RING, 1, range);
  }

  private static HitRates rates(double updates, double reads) {
    return new HitRates(updates, reads, 0, Bytes.EMPTY);
  }

  private static void assertRates(double updates, double reads, Optional<HitRates> found) {
    assertEquals(updates, found.orElseThrow().updates(), 1e-9);
    assertEquals(reads, found.orElseThrow().reads(), 1e-9);
  }

  @Test
  void nothingIsKnownBeforeTheFirstIntervalIsOver() {
    update(100);
    pass(9);
    assertEquals(Optional.empty(), rates(MINE));
    pass(1);
    assertRates(10, 0, rates(MINE));
  }

  @Test
  void aPartitionThatHasHadNothingToDoIsKnown() {
    update(100);
    pass(10);
    assertEquals(Optional.of(rates(0, 0)), rates(RING.partitions().get(3).range()));
  }

  @Test
  void updatesAndReadsAreAveragedApart() {
    update(100);
    hits.read(RING, 1, MINE.after() + 1, ROW);
    pass(10);
    assertRates(10, 0.1, rates(MINE));
    hits.read(RING, 1, MINE.after() + 1, ROW);
    pass(10);
    assertRates(7, 0.1, rates(MINE));
  }

  @Test
  void aTokenThatHasMostIsKnownAfterTwoIntervals() {
    for (int interval = 0; interval < 2; interval++) {
      update(3);
      hits.updated(RING, 1, MINE.upTo() - 1, ROW);
      hits.read(RING, 1, MINE.upTo() - 2, ROW);
      pass(10);
      assertEquals(interval == 0 ? 0 : 3 / 4.3, rates(MINE).orElseThrow().hottest(), 1e-9);
    }
  }

  /** Nobody closes intervals in which nothing happens: that is made up for. */
  @Test
  void aHitAfterALongTimeIsOfTheIntervalInWhichItIs() {
    update(100);
    pass(39);
    update(50);
    assertRates(10 * 0.7 * 0.7, 0, rates(MINE));
    pass(1);
    assertRates(10 * 0.7 * 0.7 * 0.7 + 0.3 * 5, 0, rates(MINE));
  }

  @Test
  void afterADayNothingIsLeft() {
    update(100);
    pass(86_400);
    assertRates(0, 0, rates(MINE));
    update(100);
    pass(10);
    assertRates(3, 0, rates(MINE));
  }

  @Test
  void whatIsAnotherGroupsIsNotCounted() {
    hits.updated(RING, 1, OTHERS.upTo(), ROW);
    pass(10);
    assertEquals(Optional.empty(), rates(OTHERS));
    assertEquals(2, hits.count());
  }

  @Test
  void allBeginsAnewInAnotherEpoch() {
    update(100);
    pass(10);
    assertTrue(rates(MINE).isPresent());
    hits.updated(RING, 2, MINE.upTo(), ROW);
    assertEquals(Optional.empty(), hits.rates(RING, 2, MINE));
    pass(10);
    assertRates(0.1, 0, hits.rates(RING, 2, MINE));
  }

  private static Ring allOf(int group, long version) {
    List<RingPartition> all = new ArrayList<>();
    RING.partitions()
        .forEach(each -> all.add(new RingPartition(each.name(), each.range(), group, version)));
    return new Ring(version, all);
  }

  /** Three seconds are too short to say how much it is; eight are not. */
  @Test
  void aPartitionThatCameIsKnownWhenItWasThereForHalfAnInterval() {
    Ring after = allOf(GROUP, 2);
    update(10);
    pass(7);
    hits.updated(after, 1, OTHERS.upTo(), ROW);
    pass(3);
    assertEquals(Optional.empty(), hits.rates(after, 1, OTHERS));
    assertRates(1, 0, hits.rates(after, 1, MINE));
    for (int nth = 0; nth < 25; nth++) {
      hits.updated(after, 1, OTHERS.upTo(), ROW);
    }
    pass(10);
    assertRates(2, 0, hits.rates(after, 1, OTHERS));
  }

  @Test
  void aPartitionThatWentIsForgottenAndAnOlderRingDoesNotBringItBack() {
    update(100);
    pass(10);
    assertRates(10, 0, rates(MINE));
    assertEquals(Optional.empty(), hits.rates(allOf(0, 2), 1, MINE));
    assertEquals(0, hits.count());
    update(1);
    assertEquals(Optional.empty(), rates(MINE));
    assertEquals(0, hits.count());
  }

  /** However often partitions are split and merged, there are as many series as partitions. */
  @Test
  void splitsLeaveNothingBehind() {
    for (int version = 2; version < 1_000; version++) {
      long middle = version;
      Ring split =
          new Ring(
              version,
              List.of(
                  new RingPartition(
                      "a" + version, new TokenRange(Long.MIN_VALUE, middle), GROUP, 1),
                  new RingPartition(
                      "b" + version, new TokenRange(middle, Long.MAX_VALUE), GROUP, 1)));
      hits.updated(split, 1, middle, ROW);
      assertEquals(2, hits.count());
    }
  }
}
