package io.zabdb.storage.command;

import io.zabdb.model.data.DataLimits;
import io.zabdb.storage.data.Bytes;
import io.zabdb.storage.data.Cell;
import io.zabdb.storage.data.Version;

/** A condition on the newest cell of a column. */
public sealed interface Check {

  String family();

  Bytes qualifier();

  /** Whether it holds of the newest cell, null if the column has none. */
  boolean holds(Cell newest);

  /** There is no cell. */
  record IsAbsent(String family, Bytes qualifier) implements Check {
    public IsAbsent {
      checkColumn(family, qualifier);
    }

    @Override
    public boolean holds(Cell newest) {
      return newest == null;
    }
  }

  /** There is a cell, whatever its value. */
  record IsPresent(String family, Bytes qualifier) implements Check {
    public IsPresent {
      checkColumn(family, qualifier);
    }

    @Override
    public boolean holds(Cell newest) {
      return newest != null;
    }
  }

  /** There is a cell with this value. */
  record HasValue(String family, Bytes qualifier, Bytes value) implements Check {
    public HasValue {
      checkColumn(family, qualifier);
      DataLimits.checkValue(value.length());
    }

    @Override
    public boolean holds(Cell newest) {
      return newest != null && newest.value().equals(value);
    }
  }

  /** There is a cell, written by this command: nobody has written since. */
  record HasVersion(String family, Bytes qualifier, Version version) implements Check {
    public HasVersion {
      checkColumn(family, qualifier);
    }

    @Override
    public boolean holds(Cell newest) {
      return newest != null && newest.version().equals(version);
    }
  }

  private static void checkColumn(String family, Bytes qualifier) {
    DataLimits.checkName("the family", family);
    DataLimits.checkQualifier(qualifier.length());
  }
}
