package io.zabdb.client.data;

import io.zabdb.model.data.DataLimits;

/** A condition on the newest cell of a column. */
public sealed interface Condition {

  Column column();

  /** There is no cell. */
  record Absent(Column column) implements Condition {}

  /** There is a cell, whatever its value. */
  record Present(Column column) implements Condition {}

  /** There is a cell with this value. */
  record HasValue(Column column, Bytes value) implements Condition {
    public HasValue {
      DataLimits.checkValue(value.length());
    }
  }

  /** There is a cell of this version: nobody has written since. */
  record HasVersion(Column column, Version version) implements Condition {}
}
