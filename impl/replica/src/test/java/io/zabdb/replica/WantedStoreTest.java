package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Files that take long to be made are not too old when they are there. */
class WantedStoreTest {

  private static final long LATER = WantedStore.PATIENCE_NANOS / 2;

  private final WantedStore wanted = new WantedStore();

  @Test
  void theSameIsAskedForAgain() {
    assertEquals(7, wanted.ask(7, 100));
    assertTrue(wanted.isWaitedFor(100 + LATER));
    assertEquals(7, wanted.ask(7, 100 + LATER));
    assertTrue(wanted.isWaitedFor(100 + LATER + WantedStore.MAKING_NANOS));
  }

  @Test
  void whoIsRefusedAtOnceAppliesAgain() {
    wanted.ask(7, 100);
    assertFalse(wanted.isWaitedFor(99 + WantedStore.MAKING_NANOS));
    assertTrue(wanted.isWaitedFor(100 + WantedStore.MAKING_NANOS));
  }

  /** However often it is asked for meanwhile. */
  @Test
  void itIsNotWaitedForForEver() {
    wanted.ask(7, 100);
    wanted.ask(7, 100 + LATER);
    assertTrue(wanted.isWaitedFor(99 + WantedStore.PATIENCE_NANOS));
    assertFalse(wanted.isWaitedFor(100 + WantedStore.PATIENCE_NANOS));
  }

  @Test
  void whatIsAppliedMeanwhileIsAskedForToo() {
    wanted.ask(7, 100);
    assertEquals(9, wanted.ask(9, 100 + LATER), "a checkpoint was installed");
    assertTrue(wanted.isWaitedFor(100 + LATER + LATER));
    wanted.forget();
    assertFalse(wanted.isAsked());
    assertFalse(wanted.isWaitedFor(100 + LATER + LATER));
    assertEquals(12, wanted.ask(12, 100 + LATER));
    assertTrue(wanted.isAsked());
  }
}
