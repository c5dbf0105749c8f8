package io.zabdb.model.data;

import org.jspecify.annotations.Nullable;

/** A condition on the newest cell of a column. */
public sealed interface Condition {

  Column column();

  /**
   * Whether it holds.
   *
   * @param newest the newest cell of the column; null if it has none
   */
  boolean holds(@Nullable Cell newest);

  /** There is no cell. */
  record Absent(Column column) implements Condition {
    @Override
    public boolean holds(@Nullable Cell newest) {
      return newest == null;
    }
  }

  /** There is a cell, whatever its value. */
  record Present(Column column) implements Condition {
    @Override
    public boolean holds(@Nullable Cell newest) {
      return newest != null;
    }
  }

  /** There is a cell with this value. */
  record HasValue(Column column, Bytes value) implements Condition {
    public HasValue {
      DataLimits.checkValue(value.length());
    }

    @Override
    public boolean holds(@Nullable Cell newest) {
      return newest != null && newest.value().equals(value);
    }
  }

  /** There is a cell with this version: it was not written since. */
  record HasVersion(Column column, Version version) implements Condition {
    @Override
    public boolean holds(@Nullable Cell newest) {
      return newest != null && newest.version().equals(version);
    }
  }
}
