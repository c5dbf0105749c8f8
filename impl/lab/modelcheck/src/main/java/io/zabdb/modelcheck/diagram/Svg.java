package io.zabdb.modelcheck.diagram;

import java.util.Locale;

/** Writes SVG elements. Coordinates are in pixels. */
final class Svg {

  private final StringBuilder body = new StringBuilder();

  /** Adds an element with attributes given in the form of {@link String#format}. */
  void element(String format, Object... values) {
    body.append("  <").append(String.format(Locale.ROOT, format, values)).append("/>\n");
  }

  /** Adds a text; {@code anchor} is start, middle or end. */
  void text(String style, String anchor, double x, double y, String text) {
    body.append(
        String.format(
            Locale.ROOT,
            "  <text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
            style,
            anchor,
            x,
            y,
            escape(text)));
  }

  /** The document; {@code title} is what readers without eyes get. */
  String document(double width, double height, String title, String style) {
    return String.format(
        Locale.ROOT,
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">
          <title>%s</title>
          <style>
        %s  </style>
          <defs>
            <marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">
              <path class="head" d="M0,1 L10,5 L0,9 Z"/>
            </marker>
          </defs>
          <rect class="paper" width="100%%" height="100%%"/>
        %s</svg>
        """,
        width,
        height,
        width,
        height,
        escape(title),
        style,
        body);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
