package io.zabdb.testkit.report;

/** Text in HTML and SVG. */
final class Html {

  private Html() {}

  /** Fit for an element and for an attribute in double quotes. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                // Control characters may not occur in HTML, not even escaped.
                default -> escaped.appendCodePoint(Character.isISOControl(c) ? '\uFFFD' : c);
              }
            });
    return escaped.toString();
  }
}
