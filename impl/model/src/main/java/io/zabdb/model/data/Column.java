package io.zabdb.model.data;

/**
 * A column of a row.
 *
 * @param family one of the cluster's column families
 * @param qualifier up to 16 KiB; may be empty
 */
public record Column(String family, Bytes qualifier) {

  /** The column of a row that is a plain value: of the default family, with an empty qualifier. */
  public static final Column DEFAULT = new Column("default", Bytes.EMPTY);

  public Column {
    DataLimits.checkName("the family", family);
    DataLimits.checkQualifier(qualifier.length());
  }

  /** A column with a text for a qualifier. */
  public static Column of(String family, String qualifier) {
    return new Column(family, Bytes.of(qualifier));
  }

  /** {@code FAMILY:QUALIFIER}, or {@code FAMILY} for the empty qualifier. */
  public static Column parse(String text) {
    int colon = text.indexOf(':');
    return colon < 0 ? of(text, "") : of(text.substring(0, colon), text.substring(colon + 1));
  }

  /** For people: {@code FAMILY:QUALIFIER}. */
  @Override
  public String toString() {
    return family + ":" + qualifier;
  }
}
