package io.zabdb.modelcheck.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table with aligned columns, as plain text or as Markdown. */
public final class Table {

  private final List<String> head;
  private final boolean[] right;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * A table with these column titles; a title that starts with {@code >} makes its column flush
   * right.
   */
  public Table(String... titles) {
    head = Arrays.stream(titles).map(title -> title.replaceFirst("^>", "")).toList();
    right = new boolean[titles.length];
    for (int i = 0; i < titles.length; i++) {
      right[i] = titles[i].startsWith(">");
    }
  }

  /** Adds a row with as many cells as there are columns. */
  public void add(String... cells) {
    if (cells.length != head.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + head.size() + " columns");
    }
    rows.add(List.of(cells));
  }

  /** Prints the table with a rule below the titles. */
  public void print(PrintStream out) {
    int[] widths = widths();
    out.println(line(head, widths, "  ").stripTrailing());
    out.println("-".repeat(Arrays.stream(widths).sum() + 2 * (widths.length - 1)));
    rows.forEach(row -> out.println(line(row, widths, "  ").stripTrailing()));
  }

  /** The table in Markdown, one line each, ending with a line break. */
  public String markdown() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder("| " + line(head, widths, " | ") + " |\n");
    List<String> rule = new ArrayList<>();
    for (int i = 0; i < widths.length; i++) {
      rule.add("-".repeat(widths[i] - 1) + (right[i] ? ":" : "-"));
    }
    text.append("| ").append(String.join(" | ", rule)).append(" |\n");
    rows.forEach(row -> text.append("| ").append(line(row, widths, " | ")).append(" |\n"));
    return text.toString();
  }

  private int[] widths() {
    int[] widths = head.stream().mapToInt(String::length).toArray();
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private String line(List<String> cells, int[] widths, String between) {
    List<String> padded = new ArrayList<>();
    for (int i = 0; i < widths.length; i++) {
      String space = " ".repeat(widths[i] - cells.get(i).length());
      padded.add(right[i] ? space + cells.get(i) : cells.get(i) + space);
    }
    return String.join(between, padded);
  }
}
