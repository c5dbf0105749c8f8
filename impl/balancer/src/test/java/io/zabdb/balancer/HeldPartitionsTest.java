package io.zabdb.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.rpc.wire.Partitions.Partition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldPartitionsTest {

  /** A copy has the number of its attempt, also of one that was given up. */
  @ParameterizedTest
  @CsvSource({
    "SERVING, 3, true",
    "SERVING, 4, true",
    "COPYING, 3, true",
    "SERVING, 2, false",
    "RECEIVING, 3, false",
    "READY, 3, false"
  })
  void onlyWhatIsServedHasMoved(String phase, long move, boolean hasMoved) {
    Partition held = Partition.newBuilder().setPhase(phase).setMove(move).build();
    assertEquals(hasMoved, HeldPartitions.hasMoved(held, 3));
  }
}
