package io.zabdb.storage.command;

import io.zabdb.model.data.DataLimits;
import io.zabdb.storage.data.Bytes;
import io.zabdb.storage.data.Version;

/** A change in a row. Deletes are final at once: nothing written before them comes back. */
public sealed interface Change {

  /** Writes a cell, under the version of the command. */
  record Put(String family, Bytes qualifier, Bytes value) implements Change {
    public Put {
      DataLimits.checkName("the family", family);
      DataLimits.checkQualifier(qualifier.length());
      DataLimits.checkValue(value.length());
    }
  }

  /** Deletes one version of a column; the others stay. */
  record DeleteVersion(String family, Bytes qualifier, Version version) implements Change {
    public DeleteVersion {
      DataLimits.checkName("the family", family);
      DataLimits.checkQualifier(qualifier.length());
    }
  }

  /** Deletes all versions of a column. */
  record DeleteColumn(String family, Bytes qualifier) implements Change {
    public DeleteColumn {
      DataLimits.checkName("the family", family);
      DataLimits.checkQualifier(qualifier.length());
    }
  }

  /** Deletes all columns of a family in the row. */
  record DeleteFamily(String family) implements Change {
    public DeleteFamily {
      DataLimits.checkName("the family", family);
    }
  }

  /** Deletes the row. */
  record DeleteRow() implements Change {}
}
