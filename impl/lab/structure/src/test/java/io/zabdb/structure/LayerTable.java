package io.zabdb.structure;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of modules in {@code docs/architecture.md}: what each is built on, from the top down.
 */
record LayerTable(Map<String, TreeSet<String>> rows) {

  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  static LayerTable read() throws IOException {
    String page = Files.readString(Sources.impl().resolveSibling("docs/architecture.md"));
    Map<String, TreeSet<String>> rows = new LinkedHashMap<>();
    boolean isInTable = false;
    for (String line : page.lines().toList()) {
      if (line.startsWith("| module |")) {
        isInTable = true;
      } else if (!line.startsWith("|")) {
        isInTable = false;
      } else if (isInTable && !line.startsWith("|---")) {
        String[] cells = line.split("\\|");
        rows.put(names(cells[1]).get(0), new TreeSet<>(names(cells[3])));
      }
    }
    return new LayerTable(rows);
  }

  private static List<String> names(String cell) {
    List<String> found = new ArrayList<>();
    Matcher names = NAME.matcher(cell);
    while (names.find()) {
      found.add(names.group(1));
    }
    return found;
  }
}
