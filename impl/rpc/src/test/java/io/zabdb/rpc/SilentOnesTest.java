package io.zabdb.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class SilentOnesTest {

  private long now;
  private final SilentOnes<Integer> silent = new SilentOnes<>(() -> now);

  /** As when a leader is gone: all who come at once have the time to say something. */
  @Test
  void theOldestGoesWhenThereAreManyAndItHadItsTime() {
    int many = 2 * SilentOnes.MOST;
    for (int one = 0; one < many; one++) {
      assertNull(silent.add(one));
    }
    now = SilentOnes.GRACE_NANOS;
    assertNull(silent.add(many));
    now++;
    assertEquals(0, silent.add(many + 1));
    silent.remove(1);
    assertEquals(2, silent.add(many + 2));
  }

  @Test
  void aFewMayBeSilentForLong() {
    for (int one = 0; one < SilentOnes.MOST; one++) {
      assertNull(silent.add(one));
    }
    now = 100 * SilentOnes.GRACE_NANOS;
    silent.remove(7);
    assertNull(silent.add(SilentOnes.MOST));
    assertEquals(0, silent.add(SilentOnes.MOST + 1));
  }

  @Test
  void theOldestGoesWhereThereIsNoRoom() {
    assertNull(silent.takeOldest());
    silent.add(1);
    silent.add(2);
    assertEquals(1, silent.takeOldest());
    assertEquals(2, silent.takeOldest());
    assertNull(silent.takeOldest());
  }
}
