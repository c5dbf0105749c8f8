package io.zabdb.cli.data.form;

import io.zabdb.cli.word.Form;
import io.zabdb.model.data.Cell;

/** Cells for people: each one line, whatever bytes it has. */
public final class CellText {

  private CellText() {}

  /** Column and value. */
  public static String column(Cell cell, Form form) {
    return name(cell, form) + "\t" + form.show(cell.value());
  }

  /** Column, version, time and value. */
  public static String version(Cell cell, Form form) {
    return name(cell, form)
        + "\t"
        + cell.version()
        + "\t"
        + cell.time()
        + "\t"
        + form.show(cell.value());
  }

  /** Row, and the rest. */
  public static String row(Cell cell, boolean withVersion, Form form) {
    return form.show(cell.row()) + "\t" + (withVersion ? version(cell, form) : column(cell, form));
  }

  private static String name(Cell cell, Form form) {
    return cell.column().family() + ":" + form.show(cell.column().qualifier());
  }
}
