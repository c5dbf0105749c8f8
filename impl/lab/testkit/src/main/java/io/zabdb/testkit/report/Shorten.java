package io.zabdb.testkit.report;

/** Cuts long texts. */
final class Shorten {

  private Shorten() {}

  /** The text, cut to so many characters. */
  static String toStart(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /** The text without its beginning: states grow at their end. */
  static String toEnd(String text, int most) {
    return text.length() <= most ? text : "…" + text.substring(text.length() - most + 1);
  }
}
