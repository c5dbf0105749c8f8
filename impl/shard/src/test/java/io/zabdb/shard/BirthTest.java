package io.zabdb.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class BirthTest {

  @Test
  void itTellsTheNumberOfTheGroupInItsCluster() {
    for (UUID cluster :
        new UUID[] {new UUID(0, 0), new UUID(Long.MAX_VALUE, 0), new UUID(-1, -2)}) {
      for (int number : new int[] {0, 1, 255}) {
        assertEquals(number, Birth.of(cluster, number, 5).numberIn(cluster));
        assertNotEquals(number, Birth.of(cluster, number, 5).numberIn(new UUID(3, 4)));
      }
    }
    assertNotEquals(Birth.of(new UUID(1, 2), 3, 4), Birth.of(new UUID(1, 2), 3, 5));
  }
}
