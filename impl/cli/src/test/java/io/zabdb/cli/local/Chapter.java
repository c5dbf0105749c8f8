package io.zabdb.cli.local;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A chapter of a page: what it has its reader type. */
final class Chapter {

  private static final String INDENT = "    ";

  private Chapter() {}

  /**
   * The blocks of indented lines, in order, as they are typed.
   *
   * @param heading of the chapter, which ends where the next one begins
   */
  static List<String> blocks(Path page, String heading) throws IOException {
    String text = Files.readString(page);
    int start = text.indexOf("\n## " + heading + "\n");
    assertTrue(start >= 0, page + " has no chapter " + heading);
    int next = text.indexOf("\n## ", start + 1);
    List<String> blocks = new ArrayList<>();
    boolean goesOn = false;
    for (String line : text.substring(start, next < 0 ? text.length() : next).lines().toList()) {
      boolean isTyped = line.startsWith(INDENT);
      if (isTyped) {
        String before = goesOn ? blocks.remove(blocks.size() - 1) : "";
        blocks.add(before + line.substring(INDENT.length()) + "\n");
      }
      goesOn = isTyped;
    }
    return blocks;
  }
}
