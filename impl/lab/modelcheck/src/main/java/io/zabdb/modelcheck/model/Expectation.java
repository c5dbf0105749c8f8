package io.zabdb.modelcheck.model;

/**
 * What a configuration says TLC must find.
 *
 * @param kind what must happen
 * @param property the property that must be violated; empty unless {@code kind} is {@code VIOLATES}
 */
public record Expectation(Kind kind, String property) {

  /** The kinds of outcome that a configuration may ask for. */
  public enum Kind {
    HOLDS,
    VIOLATES,
    DEADLOCK
  }

  /**
   * Reads {@code holds}, {@code violates Name} or {@code deadlock}.
   *
   * @throws SpecError if the text is none of these
   */
  public static Expectation parse(String text) {
    String[] words = text.trim().split("\\s+");
    if (words.length == 1 && words[0].equals("holds")) {
      return new Expectation(Kind.HOLDS, "");
    }
    if (words.length == 1 && words[0].equals("deadlock")) {
      return new Expectation(Kind.DEADLOCK, "");
    }
    if (words.length == 2 && words[0].equals("violates")) {
      return new Expectation(Kind.VIOLATES, words[1]);
    }
    throw new SpecError(
        "@expect '" + text + "' is not known; known: holds, violates PROPERTY, deadlock");
  }

  @Override
  public String toString() {
    return kind == Kind.VIOLATES
        ? "violates " + property
        : kind.name().toLowerCase(java.util.Locale.ROOT);
  }
}
