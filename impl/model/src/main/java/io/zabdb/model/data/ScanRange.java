package io.zabdb.model.data;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.model.ring.TokenRange;
import org.jspecify.annotations.Nullable;

/** Which cells a scan goes through. */
public sealed interface ScanRange {

  /** Rows by token, in token order. */
  record Tokens(TokenRange range) implements ScanRange {}

  /** A row: all families in their order, each by qualifier. */
  record Row(Bytes row) implements ScanRange {
    public Row {
      DataLimits.checkRowKey(row.length());
    }
  }

  /**
   * Columns of a family in a row, by qualifier.
   *
   * @param from the first qualifier
   * @param to the first qualifier behind; null: to the end of the family
   */
  record Columns(Bytes row, String family, Bytes from, @Nullable Bytes to) implements ScanRange {
    public Columns {
      DataLimits.checkRowKey(row.length());
      DataLimits.checkName("the family", family);
      DataLimits.checkQualifier(from.length());
      if (to != null) {
        DataLimits.checkQualifier(to.length());
        if (to.compareTo(from) < 0) {
          throw ZabException.of(
              ErrorCode.INVALID_ARGUMENT, "qualifiers from " + from + " to " + to + " are none");
        }
      }
    }
  }
}
