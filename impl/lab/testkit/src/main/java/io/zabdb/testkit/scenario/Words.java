package io.zabdb.testkit.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the words of a line from left to right, and says what is missing or too much. */
final class Words {

  private static final Pattern TIME = Pattern.compile("(\\d+)(us|ms|s)");
  private static final int MAX_DIGITS = 15;

  private final Line line;
  private int next;

  Words(Line line) {
    this.line = line;
  }

  ScenarioException wrong(String problem) {
    return new ScenarioException(line, problem);
  }

  boolean isAtEnd() {
    return next == line.words().size();
  }

  /** Takes these words if they come next. */
  boolean takes(String... expected) {
    int end = next + expected.length;
    boolean found =
        end <= line.words().size()
            && line.words().subList(next, end).equals(Arrays.asList(expected));
    next = found ? end : next;
    return found;
  }

  /** The next word. */
  String word(String what) {
    if (isAtEnd()) {
      throw wrong(what + " is missing");
    }
    return line.words().get(next++);
  }

  /** The next word must be this one. */
  void expect(String word) {
    if (!takes(word)) {
      throw wrong("'" + word + "' is missing" + (isAtEnd() ? "" : " before '" + rest() + "'"));
    }
  }

  long number(String what) {
    String word = word(what);
    if (!word.matches("\\d{1," + MAX_DIGITS + "}")) {
      throw wrong(what + " is a number of at most " + MAX_DIGITS + " digits, not '" + word + "'");
    }
    return Long.parseLong(word);
  }

  int small(String what, int least, int most) {
    long number = number(what);
    if (number < least || number > most) {
      throw wrong(what + " is " + number + ", allowed is " + least + " to " + most);
    }
    return (int) number;
  }

  /** A time, in microseconds. */
  long micros(String what) {
    String word = word(what);
    Matcher time = TIME.matcher(word);
    if (!time.matches() || time.group(1).length() > MAX_DIGITS - 6) {
      throw wrong(what + " is a time such as 300ms or 10s, not '" + word + "'");
    }
    long count = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "us" -> count;
      case "ms" -> count * 1_000;
      default -> count * 1_000_000;
    };
  }

  <E extends Enum<E>> E choice(Class<E> type, String what) {
    String word = word(what);
    for (E constant : type.getEnumConstants()) {
      if (written(constant).equals(word)) {
        return constant;
      }
    }
    String known =
        Arrays.stream(type.getEnumConstants())
            .map(Words::written)
            .collect(Collectors.joining(", "));
    throw wrong("'" + word + "' is no " + what + "; known: " + known);
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The line is over. */
  void end() {
    if (!isAtEnd()) {
      throw wrong("not understood: '" + rest() + "'");
    }
  }

  private String rest() {
    return String.join(" ", line.words().subList(next, line.words().size()));
  }
}
