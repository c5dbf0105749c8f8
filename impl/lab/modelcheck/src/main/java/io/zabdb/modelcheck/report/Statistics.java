package io.zabdb.modelcheck.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The recorded figures in {@code specs/STATISTICS.md}: one table for each tool. A run that covers
 * only some models replaces their rows and keeps the others. Figures of counterexamples and times
 * are informative; verdicts never use them.
 */
public final class Statistics {

  private static final String INTRODUCTION =
      """
      # Statistics

      What each model covers and how long it took. Written by `./zabdb specs ... --record` and
      `./zabdb specs apalache ... --record`; do not edit. *Finished* says whether the search ended by itself: every
      reachable state was seen, or the violation asked for was found; of random behaviours (-) there are always more. Times are wall-clock times on the machine named,
      with the start of the JVM; they are informative.
      """;

  private final Path file;
  private final Map<String, Section> sections = new LinkedHashMap<>();

  /** A table and the lines above it. Rows are keyed by module and check. */
  private static final class Section {
    private final List<String> notes = new ArrayList<>();
    private List<String> titles = List.of();
    private final Map<String, List<String>> rows = new TreeMap<>();
  }

  private Statistics(Path file) {
    this.file = file;
  }

  /** Reads the file; empty if it does not exist. */
  public static Statistics read(Path file) throws IOException {
    Statistics statistics = new Statistics(file);
    Section section = new Section();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      if (line.startsWith("## ")) {
        section = statistics.section(line.substring(3));
      } else if (!line.isBlank() && !line.startsWith("|")) {
        section.notes.add(line);
      } else if (line.startsWith("| ")) {
        List<String> cells = cells(line);
        if (section.titles.isEmpty()) {
          section.titles = cells;
        } else if (cells.get(0).startsWith("---")) {
          section.titles = withAlignment(section.titles, cells);
        } else {
          section.rows.put(key(cells), cells);
        }
      }
    }
    return statistics;
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(2, line.lastIndexOf('|')).split(" \\| "))
        .map(String::strip)
        .toList();
  }

  /** A rule such as {@code ---:} makes its column flush right. */
  private static List<String> withAlignment(List<String> titles, List<String> rule) {
    List<String> aligned = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      aligned.add((rule.get(i).endsWith(":") ? ">" : "") + titles.get(i));
    }
    return aligned;
  }

  private static String key(List<String> cells) {
    return cells.get(0) + " " + cells.get(1);
  }

  private Section section(String title) {
    return sections.computeIfAbsent(title, name -> new Section());
  }

  /** The rows of a section. */
  public List<List<String>> rows(String title) {
    return sections.containsKey(title) ? List.copyOf(section(title).rows.values()) : List.of();
  }

  /**
   * Replaces rows of a section.
   *
   * @param notes lines printed above the table
   * @param titles column titles as for {@link Table}; the first two columns name a row
   * @param rows the new rows
   * @param keep names (second column) of rows that may stay; others are gone from the specs
   */
  public void record(
      String title,
      List<String> notes,
      List<String> titles,
      List<List<String>> rows,
      List<String> keep) {
    Section section = section(title);
    section.notes.clear();
    section.notes.addAll(notes);
    boolean sameColumns = section.titles.size() == titles.size();
    section.titles = titles;
    section.rows.values().removeIf(row -> !sameColumns || !keep.contains(row.get(1)));
    rows.forEach(row -> section.rows.put(key(row), row));
  }

  /** Writes the file. */
  public void write() throws IOException {
    StringBuilder text = new StringBuilder(INTRODUCTION);
    sections.forEach(
        (title, section) -> {
          text.append("\n## ").append(title).append("\n\n");
          section.notes.forEach(note -> text.append(note).append('\n'));
          Table table = new Table(section.titles.toArray(String[]::new));
          section.rows.values().forEach(row -> table.add(row.toArray(String[]::new)));
          text.append('\n').append(table.markdown());
        });
    // Whoever reads it meanwhile, or whatever ends this process, finds the old text or the new.
    Path beside = file.resolveSibling(file.getFileName() + ".tmp");
    Files.writeString(beside, text);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
