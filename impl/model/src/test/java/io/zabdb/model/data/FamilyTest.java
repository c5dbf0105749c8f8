package io.zabdb.model.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.model.error.ErrorCode;
import org.junit.jupiter.api.Test;

class FamilyTest {

  private static void refused(ErrorCode code, String name, int versions, long maxAge) {
    LimitException error =
        assertThrows(LimitException.class, () -> new Family(name, versions, maxAge));
    assertEquals(code, error.code());
  }

  @Test
  void whatIsBeyondItsLimitIsRefused() {
    refused(ErrorCode.INVALID_ARGUMENT, "", 1, 0);
    refused(ErrorCode.INVALID_ARGUMENT, "\u00e9", 1, 0);
    refused(ErrorCode.TOO_LARGE, "a".repeat(DataLimits.NAME + 1), 1, 0);
    refused(ErrorCode.INVALID_ARGUMENT, "a", 0, 0);
    refused(ErrorCode.TOO_LARGE, "a", DataLimits.VERSIONS + 1, 0);
    refused(ErrorCode.INVALID_ARGUMENT, "a", 1, -1);
    refused(ErrorCode.TOO_LARGE, "a", 1, DataLimits.MILLIS + 1);
  }

  @Test
  void cellsExpireAtTheirMaximumAge() {
    Family family = new Family("a", 1, 10);
    assertFalse(family.isExpired(100, 109));
    assertTrue(family.isExpired(100, 110));
    assertFalse(Family.of("a").isExpired(0, DataLimits.MILLIS));
  }
}
