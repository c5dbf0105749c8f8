package io.zabdb.model.data;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes in one row, atomic, made in their order: a delete removes what was put before it.
 *
 * @param row 1 byte to 16 KiB
 * @param changes 1 to 100,000
 */
public record RowMutation(Bytes row, List<Change> changes) {

  public RowMutation {
    DataLimits.checkRowKey(row.length());
    DataLimits.check("the number of changes in a row", changes.size(), 1, DataLimits.PARTS);
    changes = List.copyOf(changes);
  }

  /** The one change of a row. */
  public static RowMutation of(Bytes row, Change change) {
    return new RowMutation(row, List.of(change));
  }

  /** Begins a mutation. */
  public static Builder in(Bytes row) {
    return new Builder(row);
  }

  /** Begins a mutation. */
  public static Builder in(String row) {
    return new Builder(Bytes.of(row));
  }

  /** Collects changes. Not thread-safe. */
  public static final class Builder {
    private final Bytes row;
    private final List<Change> changes = new ArrayList<>();

    private Builder(Bytes row) {
      this.row = row;
    }

    /** Adds any change. */
    public Builder add(Change change) {
      changes.add(change);
      return this;
    }

    public Builder put(Column column, Bytes value) {
      return add(new Change.Put(column, value));
    }

    /** Puts a text. */
    public Builder put(Column column, String value) {
      return put(column, Bytes.of(value));
    }

    public Builder deleteVersion(Column column, Version version) {
      return add(new Change.DeleteVersion(column, version));
    }

    public Builder deleteColumn(Column column) {
      return add(new Change.DeleteColumn(column));
    }

    public Builder deleteFamily(String family) {
      return add(new Change.DeleteFamily(family));
    }

    public Builder deleteRow() {
      return add(new Change.DeleteRow());
    }

    public RowMutation build() {
      return new RowMutation(row, changes);
    }
  }
}
