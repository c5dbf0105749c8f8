package io.zabdb.cli.word;

import io.zabdb.model.data.Bytes;
import java.util.Locale;

/**
 * How bytes are printed for people, everywhere: text as it is, on one line; all else as {@code
 * $'...'}, with {@code \xHH} for a byte, which bash, zsh and the shell of {@code zabdb} read back.
 */
public final class Notation {

  private static final String OPEN = "$'";

  private Notation() {}

  /** Of bytes. */
  public static String show(Bytes bytes) {
    return show(Words.of(bytes.toArray()));
  }

  /** Of a word. */
  public static String show(String word) {
    boolean isPlain = !word.startsWith(OPEN) && word.codePoints().allMatch(Notation::isHarmless);
    return isPlain ? word : quoted(word);
  }

  /** Whether a terminal shows it, and nothing else happens. */
  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  private static String quoted(String word) {
    StringBuilder text = new StringBuilder(OPEN);
    word.codePoints().forEach(c -> append(text, c));
    return text.append('\'').toString();
  }

  private static void append(StringBuilder text, int c) {
    switch (c) {
      case '\\' -> text.append("\\\\");
      case '\'' -> text.append("\\'");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> {
        if (isHarmless(c)) {
          text.appendCodePoint(c);
        } else {
          for (byte b : Words.bytes(Character.toString(c))) {
            text.append(String.format(Locale.ROOT, "\\x%02x", b));
          }
        }
      }
    }
  }
}
