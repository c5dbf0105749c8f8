package io.zabdb.cli.data.form;

import io.zabdb.client.data.Bytes;
import io.zabdb.client.data.Cell;

/** Cells for people. */
public final class CellText {

  private CellText() {}

  /**
   * Text as it is; what would disturb a terminal, and what is no UTF-8, as {@code \xHH}. Then
   * backslashes are doubled.
   */
  public static String show(Bytes bytes) {
    return Utf8.text(bytes).filter(CellText::isHarmless).orElseGet(() -> escaped(bytes));
  }

  private static boolean isHarmless(String text) {
    return text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
  }

  private static String escaped(Bytes bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes.toArray()) {
      if (b == '\\') {
        text.append("\\\\");
      } else if (b >= ' ' && b < 0x7f) {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02x", b));
      }
    }
    return text.toString();
  }

  /** One line: column and value. */
  public static String column(Cell cell) {
    return name(cell) + "\t" + show(cell.value());
  }

  /** One line: column, version, time and value. */
  public static String version(Cell cell) {
    return name(cell) + "\t" + cell.version() + "\t" + cell.time() + "\t" + show(cell.value());
  }

  /** One line: row, and the rest. */
  public static String row(Cell cell, boolean withVersion) {
    return show(cell.row()) + "\t" + (withVersion ? version(cell) : column(cell));
  }

  private static String name(Cell cell) {
    return cell.column().family() + ":" + show(cell.column().qualifier());
  }
}
