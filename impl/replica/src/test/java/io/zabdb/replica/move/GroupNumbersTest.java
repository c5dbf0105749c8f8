package io.zabdb.replica.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class GroupNumbersTest {

  @Test
  void itTellsTheNumberOfTheGroupInItsCluster() {
    for (UUID cluster :
        new UUID[] {new UUID(0, 0), new UUID(Long.MAX_VALUE, 0), new UUID(-1, -2)}) {
      for (int number : new int[] {0, 1, 255}) {
        assertEquals(
            number, GroupNumbers.numberOf(cluster, GroupNumbers.birth(cluster, number, 5)));
        assertNotEquals(
            number, GroupNumbers.numberOf(new UUID(3, 4), GroupNumbers.birth(cluster, number, 5)));
      }
    }
    assertNotEquals(
        GroupNumbers.birth(new UUID(1, 2), 3, 4), GroupNumbers.birth(new UUID(1, 2), 3, 5));
  }
}
