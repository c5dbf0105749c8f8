package io.zabdb.client.data;

import io.zabdb.client.error.Code;
import io.zabdb.client.error.ZabException;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.LimitException;

/** The limits of data, checked before anything is sent; the nodes check the same. */
public final class Checked {

  private Checked() {}

  /** Checks a size or count; throws {@code TOO_LARGE} or {@code INVALID_ARGUMENT}. */
  public static void check(String input, long size, long min, long max) {
    named(() -> DataLimits.check(input, size, min, max));
  }

  /** Checks the length of a row key. */
  public static Bytes row(Bytes row) {
    named(() -> DataLimits.checkRowKey(row.length()));
    return row;
  }

  static void qualifier(Bytes qualifier) {
    named(() -> DataLimits.checkQualifier(qualifier.length()));
  }

  static void value(Bytes value) {
    named(() -> DataLimits.checkValue(value.length()));
  }

  static void family(String family) {
    named(() -> DataLimits.checkName("the family", family));
  }

  private static void named(Runnable check) {
    try {
      check.run();
    } catch (LimitException e) {
      Code code = e.isTooLarge() ? Code.TOO_LARGE : Code.INVALID_ARGUMENT;
      throw new ZabException(code, e.getMessage(), false, e);
    }
  }
}
