package io.zabdb.modelcheck.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The table of docs/operations.md that tells operators what may go wrong: each row names, in its
 * last cell, tests that hold it, and these exist.
 */
final class OperatorTable {

  private static final String HEADING = "## What may go wrong, what you see, what you do";
  private static final Pattern ROW = Pattern.compile("\\|.*\\|");
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");
  private static final int HEAD_ROWS = 2;

  private final Path page;
  private final Map<String, List<Path>> tests = new HashMap<>();

  /**
   * @param home of the repository
   */
  OperatorTable(Path home) throws IOException {
    page = home.resolve("docs").resolve("operations.md");
    Path code = home.resolve("impl");
    if (Files.isDirectory(code)) {
      try (Stream<Path> all = Files.walk(code)) {
        all.filter(
                file ->
                    code.relativize(file).toString().matches("(lab/)?\\w+/src/test/.*Test\\.java"))
            .forEach(this::add);
      }
    }
  }

  private void add(Path file) {
    String name = file.getFileName().toString().replace(".java", "");
    tests.computeIfAbsent(name, any -> new ArrayList<>()).add(file);
  }

  /** What is wrong with it, in sentences; empty: nothing. */
  List<String> problems() throws IOException {
    List<String> rows = rows();
    List<String> problems = new ArrayList<>();
    if (rows.isEmpty()) {
      problems.add("docs/operations.md has no table below \"" + HEADING + "\"");
    }
    for (String row : rows) {
      String[] cells = row.split("\\|");
      String what = cells[1].strip();
      Matcher named = TEST.matcher(cells[cells.length - 1]);
      if (!named.find()) {
        problems.add("no test holds: " + what);
        continue;
      }
      do {
        if (!exists(named.group(1), named.group(2))) {
          problems.add(named.group() + " is not there: " + what);
        }
      } while (named.find());
    }
    return problems;
  }

  private List<String> rows() throws IOException {
    if (!Files.exists(page)) {
      return List.of();
    }
    return Files.readAllLines(page).stream()
        .dropWhile(line -> !line.equals(HEADING))
        .skip(1)
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> ROW.matcher(line).matches())
        .skip(HEAD_ROWS)
        .toList();
  }

  /**
   * @param method null: the whole class is meant
   */
  private boolean exists(String name, String method) throws IOException {
    for (Path file : tests.getOrDefault(name, List.of())) {
      if (method == null || Files.readString(file).contains(" void " + method + "(")) {
        return true;
      }
    }
    return false;
  }
}
