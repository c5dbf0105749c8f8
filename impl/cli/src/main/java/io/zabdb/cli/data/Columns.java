package io.zabdb.cli.data;

import io.zabdb.cli.error.CliException;
import io.zabdb.client.data.Column;

/** Columns as the commands take them: {@code FAMILY:COLUMN}, {@code FAMILY:}, or a family alone. */
final class Columns {

  private Columns() {}

  /** Whether it is a family alone. */
  static boolean isFamily(String text) {
    return text.indexOf(':') < 0;
  }

  /**
   * Reads a column.
   *
   * @param text null: the default column
   */
  static Column of(String text) throws CliException {
    if (text == null) {
      return Column.DEFAULT;
    }
    if (isFamily(text)) {
      throw CliException.usage("\"" + text + "\" is not FAMILY:COLUMN; the colon is missing");
    }
    return Column.parse(text);
  }
}
