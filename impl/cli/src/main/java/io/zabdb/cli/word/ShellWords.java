package io.zabdb.cli.word;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a line into words as a POSIX shell does (XCU 2.2): blanks separate; a backslash keeps the
 * next character; single quotes keep all between them; double quotes all but a backslash before
 * {@code $}, a backquote, {@code "} and itself; in {@code $'...'} backslashes have the meaning of
 * C, with {@code \xHH} for a byte. Nothing else is special: there are no variables, comments,
 * patterns or operators. Not thread-safe.
 */
public final class ShellWords {

  /** The line ends within quotes, or with a backslash. */
  public static final class OpenException extends Exception {
    private static final long serialVersionUID = 1;

    OpenException(String line) {
      super("a quotation mark or backslash is left open in: " + line);
    }
  }

  private static final String KEPT_IN_DOUBLE = "$`\"\\";
  private static final int HEX = 16;
  private static final int OCTAL = 8;
  private static final int MAX_HEX = 2;
  private static final int MAX_OCTAL = 3;

  private final String line;
  private final List<String> words = new ArrayList<>();
  private final ByteArrayOutputStream word = new ByteArrayOutputStream();
  private boolean isInWord;
  private int at;

  private ShellWords(String line) {
    this.line = line;
  }

  /**
   * The words of a line.
   *
   * @param line as {@link Words} has it, like the words that are returned
   */
  public static List<String> of(String line) throws OpenException {
    return new ShellWords(line).cut();
  }

  private List<String> cut() throws OpenException {
    while (at < line.length()) {
      int c = next();
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        endWord();
        continue;
      }
      isInWord = true;
      if (c == '\\') {
        put(next());
      } else if (c == '\'') {
        single();
      } else if (c == '"') {
        twofold();
      } else if (c == '$' && at < line.length() && line.charAt(at) == '\'') {
        at++;
        dollar();
      } else {
        put(c);
      }
    }
    endWord();
    return words;
  }

  private int next() throws OpenException {
    if (at >= line.length()) {
      throw new OpenException(line);
    }
    int c = line.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  private void put(int c) {
    word.writeBytes(Words.bytes(Character.toString(c)));
  }

  private void endWord() {
    if (isInWord) {
      words.add(Words.of(word.toByteArray()));
      word.reset();
      isInWord = false;
    }
  }

  private void single() throws OpenException {
    for (int c = next(); c != '\''; c = next()) {
      put(c);
    }
  }

  private void twofold() throws OpenException {
    for (int c = next(); c != '"'; c = next()) {
      if (c == '\\') {
        int kept = next();
        if (KEPT_IN_DOUBLE.indexOf(kept) < 0) {
          put('\\');
        }
        put(kept);
      } else {
        put(c);
      }
    }
  }

  private void dollar() throws OpenException {
    for (int c = next(); c != '\''; c = next()) {
      if (c == '\\') {
        escape(next());
      } else {
        put(c);
      }
    }
  }

  private void escape(int c) {
    switch (c) {
      case 'a' -> word.write(0x07);
      case 'b' -> word.write('\b');
      case 'e', 'E' -> word.write(0x1b);
      case 'f' -> word.write('\f');
      case 'n' -> word.write('\n');
      case 'r' -> word.write('\r');
      case 't' -> word.write('\t');
      case 'v' -> word.write(0x0b);
      case '\\', '\'', '"', '?' -> put(c);
      case 'x' -> number(HEX, MAX_HEX, "\\x");
      default -> {
        if (Character.digit(c, OCTAL) >= 0 && c < 0x80) {
          at--;
          number(OCTAL, MAX_OCTAL, "\\");
        } else {
          word.writeBytes("\\".getBytes(StandardCharsets.US_ASCII));
          put(c);
        }
      }
    }
  }

  /** A byte by its digits; without any, what stands there stays. */
  private void number(int radix, int most, String otherwise) {
    int value = 0;
    int digits = 0;
    while (digits < most
        && at < line.length()
        && line.charAt(at) < 0x80
        && Character.digit(line.charAt(at), radix) >= 0) {
      value = value * radix + Character.digit(line.charAt(at), radix);
      at++;
      digits++;
    }
    if (digits == 0) {
      word.writeBytes(otherwise.getBytes(StandardCharsets.US_ASCII));
    } else {
      word.write(value);
    }
  }
}
