package io.zabdb.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.health.NodeHealth;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DiskSpaceTest {

  private final AtomicLong free = new AtomicLong(100);
  private final NodeHealth health = new NodeHealth();
  private final DiskSpace disk = new DiskSpace(100, free::get, health);

  private boolean isShortAt(long bytes) {
    free.set(bytes);
    disk.look();
    return disk.isShort();
  }

  @Test
  void shortBelowTheReserveUntilAQuarterMoreIsFree() {
    assertFalse(disk.isShort());
    assertTrue(isShortAt(99));
    assertTrue(health.isUnfit(0));
    assertTrue(isShortAt(124));
    assertTrue(health.isUnfit(0));
    assertFalse(isShortAt(125));
    assertFalse(health.isUnfit(0));
    assertFalse(isShortAt(100));
  }

  @Test
  void whatCannotBeToldChangesNothing() {
    assertTrue(isShortAt(99));
    assertTrue(isShortAt(-1));
    assertEquals(99, disk.freeBytes());
  }
}
