package io.zabdb.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table in plain text: the first column to the left, all others to the right. */
public final class Table {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... heads) {
    rows.add(List.of(heads));
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException if it has not as many cells as there are heads
   */
  public Table add(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException(
          cells.length + " cells, but " + rows.get(0).size() + " heads: " + Arrays.toString(cells));
    }
    rows.add(List.of(cells));
    return this;
  }

  /** All rows, each ended by a newline. */
  @Override
  public String toString() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "" : GAP).append(i == 0 ? row.get(i) + padding : padding + row.get(i));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
