package io.zabdb.model.data;

/** A change in a row. Deletes are final at once: nothing written before them comes back. */
public sealed interface Change {

  /** Writes a cell. */
  record Put(Column column, Bytes value) implements Change {
    public Put {
      DataLimits.checkValue(value.length());
    }
  }

  /** Deletes one version of a column; the others stay. */
  record DeleteVersion(Column column, Version version) implements Change {}

  /** Deletes all versions of a column. */
  record DeleteColumn(Column column) implements Change {}

  /** Deletes all columns of a family in the row. */
  record DeleteFamily(String family) implements Change {
    public DeleteFamily {
      DataLimits.checkName("the family", family);
    }
  }

  /** Deletes the row. */
  record DeleteRow() implements Change {}
}
