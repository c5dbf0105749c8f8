package io.zabdb.testkit.scenario;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement of a scenario.
 *
 * @param file whose line it is
 * @param number from 1
 * @param text as written, without what follows a #
 * @param words of it, at least one
 */
record Line(String file, int number, String text, List<String> words) {

  /** The statements of a text; empty lines and those that only comment are none. */
  static List<Line> of(String file, List<String> lines) {
    List<Line> statements = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        statements.add(new Line(file, i + 1, text, List.of(text.split("\\s+"))));
      }
    }
    return statements;
  }

  String place() {
    return file + ":" + number;
  }

  String verb() {
    return words.get(0);
  }
}
