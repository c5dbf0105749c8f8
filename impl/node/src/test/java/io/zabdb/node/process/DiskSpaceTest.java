package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DiskSpaceTest {

  private final AtomicLong free = new AtomicLong(100);
  private final DiskSpace disk = new DiskSpace(100, free::get);

  private boolean isShortAt(long bytes) {
    free.set(bytes);
    disk.look();
    return disk.isShort();
  }

  @Test
  void shortBelowTheReserveUntilAQuarterMoreIsFree() {
    assertFalse(disk.isShort());
    assertTrue(isShortAt(99));
    assertTrue(isShortAt(124));
    assertFalse(isShortAt(125));
    assertFalse(isShortAt(100));
  }

  @Test
  void whatCannotBeToldChangesNothing() {
    assertTrue(isShortAt(99));
    assertTrue(isShortAt(-1));
    assertEquals(99, disk.freeBytes());
  }
}
