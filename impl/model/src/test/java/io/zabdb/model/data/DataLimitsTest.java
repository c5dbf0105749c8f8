package io.zabdb.model.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DataLimitsTest {

  private static void refused(boolean tooLarge, String message, Executable check) {
    LimitException error = assertThrows(LimitException.class, check);
    assertEquals(message, error.problem());
    assertEquals(tooLarge ? ErrorCode.TOO_LARGE : ErrorCode.INVALID_ARGUMENT, error.code());
    assertFalse(error.mayHaveHappened());
  }

  @Test
  void whatIsAtTheLimitsIsAccepted() {
    DataLimits.check("it", 3, 3, 3);
    DataLimits.checkRowKey(1);
    DataLimits.checkRowKey(16_384);
    DataLimits.checkQualifier(0);
    DataLimits.checkQualifier(16_384);
    DataLimits.checkValue(0);
    DataLimits.checkValue(8_388_608);
    DataLimits.checkName("the family", "azAZ09_-.");
    DataLimits.checkName("the family", "f".repeat(100));
  }

  @Test
  void whatIsBeyondThemIsNamed() {
    refused(true, "it is 4, more than the limit 3", () -> DataLimits.check("it", 4, 1, 3));
    refused(false, "it is 0, less than the minimum 1", () -> DataLimits.check("it", 0, 1, 3));
    refused(
        false,
        "the row key's length in bytes is 0, less than the minimum 1",
        () -> DataLimits.checkRowKey(0));
    refused(
        true,
        "the row key's length in bytes is 16385, more than the limit 16384",
        () -> DataLimits.checkRowKey(16_385));
    refused(
        true,
        "the qualifier's length in bytes is 16385, more than the limit 16384",
        () -> DataLimits.checkQualifier(16_385));
    refused(
        true,
        "the value's length in bytes is 8388609, more than the limit 8388608",
        () -> DataLimits.checkValue(8_388_609));
    refused(
        true,
        "the family's length is 101, more than the limit 100",
        () -> DataLimits.checkName("the family", "f".repeat(101)));
    refused(
        false,
        "the family's length is 0, less than the minimum 1",
        () -> DataLimits.checkName("the family", ""));
  }

  @Test
  void namesAreCheckedForEachCharacter() {
    for (char c : "/ :@[`{\u00e4".toCharArray()) {
      refused(
          false,
          "the family \"a" + c + "b\" may hold ASCII letters, digits, '_', '-' and '.' only",
          () -> DataLimits.checkName("the family", "a" + c + "b"));
    }
  }
}
