package io.zabdb.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LogSettingsTest {

  private static final int MIB = 1024 * 1024;

  @Test
  void theBoundsAreInside() {
    assertEquals(
        8192, new LogSettings(8192, 8192 - 4096 - 2 * 56 - 56 - 8, 4096, 0).segmentBytes());
    assertEquals(256 * MIB, new LogSettings(256 * MIB, 1, 256 * MIB, 64).preallocateBytes());
  }

  @Test
  void whatIsOutOfRangeIsRefusedWithTheRange() {
    refused(8191, 1, 4096, "segmentBytes must be from 8192 to 268435456, but is 8191");
    refused(256 * MIB + 1, 1, 4096, "segmentBytes");
    refused(8192, 0, 4096, "maxPayloadBytes must be from 1 to 3920, but is 0");
    refused(8192, 3921, 4096, "maxPayloadBytes");
    refused(8192, 1, 4095, "preallocateBytes must be from 4096 to 8192, but is 4095");
    refused(8192, 1, 8193, "preallocateBytes");
    refused(8192, 1, 4096, -1, "spares must be from 0 to 64, but is -1");
    refused(8192, 1, 4096, 65, "spares");
  }

  private static void refused(int segment, int payload, int preallocate, String message) {
    refused(segment, payload, preallocate, 0, message);
  }

  private static void refused(
      int segment, int payload, int preallocate, int spares, String message) {
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new LogSettings(segment, payload, preallocate, spares));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }
}
