package io.zabdb.storage.data;

import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.LimitException;

/**
 * Checks the sizes of what is stored.
 *
 * <p>Each check throws {@link StorageException} with {@link ErrorCode#TOO_LARGE} or {@link
 * ErrorCode#INVALID_ARGUMENT}, naming the input and its limit.
 */
public final class Limits {

  private Limits() {}

  /** Checks a size or count. */
  public static void check(String input, long size, long min, long max) {
    named(() -> DataLimits.check(input, size, min, max));
  }

  public static void checkRowKey(Bytes row) {
    named(() -> DataLimits.checkRowKey(row.length()));
  }

  public static void checkQualifier(Bytes qualifier) {
    named(() -> DataLimits.checkQualifier(qualifier.length()));
  }

  public static void checkValue(Bytes value) {
    named(() -> DataLimits.checkValue(value.length()));
  }

  public static void checkName(String input, String name) {
    named(() -> DataLimits.checkName(input, name));
  }

  private static void named(Runnable check) {
    try {
      check.run();
    } catch (LimitException e) {
      ErrorCode code = e.isTooLarge() ? ErrorCode.TOO_LARGE : ErrorCode.INVALID_ARGUMENT;
      throw new StorageException(code, e.getMessage(), e);
    }
  }
}
