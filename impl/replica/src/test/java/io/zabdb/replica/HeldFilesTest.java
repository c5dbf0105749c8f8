package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Configuration;
import io.zabdb.model.data.Bytes;
import org.junit.jupiter.api.Test;

class HeldFilesTest {

  private static final Configuration THREE = Configuration.ofFirst(3);
  private static final Bytes FILES = Bytes.of("files");
  private static final long LONG = 10 * HeldFiles.WAIT_NANOS;

  private final HeldFiles held = new HeldFiles();

  @Test
  void whatAllHaveIsTakenAtOnce() {
    assertTrue(held.areEnough(FILES, 0b111, THREE, 0));
    // Others than those that vote are of no matter.
    assertTrue(held.areEnough(FILES, 0b1111, THREE, 0));
  }

  @Test
  void whatLessThanAQuorumHasIsNeverTaken() {
    assertFalse(held.areEnough(FILES, 0b001, THREE, 0));
    assertFalse(held.areEnough(FILES, 0b001, THREE, LONG));
    assertFalse(held.areEnough(FILES, 0b1001, THREE, 2 * LONG));
    assertFalse(held.areEnough(FILES, 0b011, new Configuration(0b011, 0b1100), 3 * LONG));
  }

  @Test
  void theLastIsWaitedForSinceAQuorumHasThem() {
    assertFalse(held.areEnough(FILES, 0b001, THREE, 0));
    assertFalse(held.areEnough(FILES, 0b011, THREE, LONG));
    assertFalse(held.areEnough(FILES, 0b011, THREE, LONG + HeldFiles.WAIT_NANOS - 1));
    assertTrue(held.areEnough(FILES, 0b011, THREE, LONG + HeldFiles.WAIT_NANOS));
    // Of other files that is another matter.
    assertFalse(held.areEnough(Bytes.of("others"), 0b011, THREE, 2 * LONG));
  }
}
