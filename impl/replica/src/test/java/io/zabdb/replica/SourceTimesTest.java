package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.PartitionId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SourceTimesTest {

  private final SourceTimes times = new SourceTimes();

  private static PartitionId part(int number) {
    return new PartitionId("p" + number, TokenRange.ALL);
  }

  @Test
  void theLastTimeCounts() {
    times.heard(part(1), 5);
    times.heard(part(1), 7);
    assertEquals(Optional.of(7L), times.lastOf(part(1)));
    assertEquals(Optional.empty(), times.lastOf(part(2)));
    times.clear();
    assertEquals(Optional.empty(), times.lastOf(part(1)));
  }

  /** As if others named new ones for ever. */
  @Test
  void whatTheGroupDoesNotHaveIsForgottenOnceItIsMany() {
    List<PartitionId> there = List.of(part(1), part(2));
    int most = 0;
    for (int number = 0; number < 10_000; number++) {
      times.heard(part(number), number);
      if (times.areMany()) {
        times.keep(there);
      }
      most = Math.max(most, times.size());
    }
    assertTrue(most <= 1_002, most + " are kept");
    assertEquals(Optional.of(2L), times.lastOf(part(2)));
    assertEquals(Optional.empty(), times.lastOf(part(3)));
  }
}
