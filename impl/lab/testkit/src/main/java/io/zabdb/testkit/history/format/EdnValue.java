package io.zabdb.testkit.history.format;

import java.util.List;

/** Values as EDN writes them. */
final class EdnValue {

  private EdnValue() {}

  /**
   * Appends a value.
   *
   * @throws IllegalArgumentException if it is of no kind that {@link EdnReader} gives back
   */
  static void append(Object value, StringBuilder text) {
    if (value == null) {
      text.append("nil");
    } else if (value instanceof Boolean || value instanceof Long || value instanceof Integer) {
      text.append(value);
    } else if (value instanceof String string) {
      text.append('"');
      string.chars().forEach(character -> append((char) character, text));
      text.append('"');
    } else if (value instanceof List<?> list) {
      text.append('[');
      for (int i = 0; i < list.size(); i++) {
        text.append(i == 0 ? "" : " ");
        append(list.get(i), text);
      }
      text.append(']');
    } else {
      throw new IllegalArgumentException("no EDN for the " + value.getClass() + " " + value);
    }
  }

  private static void append(char character, StringBuilder text) {
    switch (character) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> text.append(character);
    }
  }
}
