package io.zabdb.model.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 1000})
  void everyTokenIsInThePartitionThatHoldsIt(int partitions) {
    Ring ring = Ring.even(1, partitions);
    assertEquals(partitions, ring.partitions().size());
    Random random = new Random(partitions);
    for (int i = 0; i < 1000; i++) {
      long token = random.nextLong();
      assertTrue(ring.partitionOf(token).range().contains(token), () -> "token " + token);
    }
    assertEquals("p0", ring.partitionOf(Token.MIN + 1).name());
    assertEquals("p" + (partitions - 1), ring.partitionOf(Long.MAX_VALUE).name());
  }

  @Test
  void theBordersBelongToTheLowerPartition() {
    Ring ring = Ring.even(2, 1);
    long border = ring.partitions().get(0).range().upTo();
    assertEquals("p0", ring.partitionOf(border).name());
    assertEquals("p1", ring.partitionOf(border + 1).name());
  }

  @Test
  void partitionsAreDealtOutToTheGroupsInTurn() {
    Ring ring = Ring.even(3, 2);
    assertEquals(
        List.of(0, 1, 2, 0, 1, 2), ring.partitions().stream().map(RingPartition::group).toList());
  }

  @Test
  void partitionsAreAboutEqual() {
    long least = Long.MAX_VALUE;
    for (RingPartition partition : Ring.even(1, 10).partitions()) {
      long width = partition.range().upTo() - partition.range().after();
      least = Long.compareUnsigned(width, least) < 0 ? width : least;
    }
    assertTrue(Long.compareUnsigned(least, Long.divideUnsigned(-1L, 11)) > 0, "least " + least);
  }

  @Test
  void gapsAndOverlapsAreRefused() {
    RingPartition low = new RingPartition("a", new TokenRange(Token.MIN, 0), 0, 0);
    RingPartition gap = new RingPartition("b", new TokenRange(1, Long.MAX_VALUE), 0, 0);
    RingPartition overlap = new RingPartition("b", new TokenRange(-1, Long.MAX_VALUE), 0, 0);
    assertThrows(IllegalArgumentException.class, () -> new Ring(1, List.of(low, gap)));
    assertThrows(IllegalArgumentException.class, () -> new Ring(1, List.of(low, overlap)));
    assertThrows(IllegalArgumentException.class, () -> new Ring(1, List.of(low)));
    assertThrows(IllegalArgumentException.class, () -> new Ring(1, List.of()));
    assertThrows(IllegalArgumentException.class, () -> Ring.even(1, Ring.MAX + 1));
  }
}
