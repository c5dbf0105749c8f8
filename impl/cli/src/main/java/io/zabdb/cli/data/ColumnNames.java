package io.zabdb.cli.data;

import io.zabdb.cli.error.CliException;
import io.zabdb.cli.word.Form;
import io.zabdb.cli.word.Notation;
import io.zabdb.model.data.Column;

/** Columns as the commands take them: {@code FAMILY:COLUMN}, {@code FAMILY:}, or a family alone. */
final class ColumnNames {

  private ColumnNames() {}

  /** Whether it is a family alone. */
  static boolean isFamily(String text) {
    return text.indexOf(':') < 0;
  }

  /**
   * Reads a column.
   *
   * @param text null: the default column
   * @param form of what is behind the colon
   */
  static Column of(String text, Form form) throws CliException {
    if (text == null) {
      return Column.DEFAULT;
    }
    if (isFamily(text)) {
      throw CliException.usage(
          "\"" + Notation.show(text) + "\" is not FAMILY:COLUMN; the colon is missing");
    }
    int colon = text.indexOf(':');
    return new Column(text.substring(0, colon), form.bytes(text.substring(colon + 1)));
  }
}
