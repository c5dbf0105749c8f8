package io.zabdb.net.frame;

/** Text from strangers that is fit for a log. */
public final class Printable {

  private static final int MAX = 500;

  private Printable() {}

  /** The text without control characters, cut after 500 characters. */
  public static String text(String text) {
    String cut = text.length() > MAX ? text.substring(0, MAX) + "..." : text;
    return cut.replaceAll("\\p{Cntrl}", "?");
  }
}
