package io.zabdb.testkit.sim.explain;

import io.zabdb.testkit.sim.engine.EventLog;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/**
 * A message-sequence chart of the end of a run, as SVG: a column for each node, time goes down, an
 * arrow for each message when it arrives, a line for each fault. What is sent regularly is left
 * out.
 */
public final class Chart implements EventLog {

  /** What is sent again and again, whatever happens. */
  private static final List<String> REGULAR = List.of("Ping", "Pong", "Notification", "Report");

  private static final int COLUMN = 240;
  private static final int LEFT = 190;
  private static final int TOP = 50;
  private static final int ROW = 20;

  /** Something to draw; {@code from} is -1 for what concerns one node only or none. */
  private record Row(long time, int from, int to, String text) {}

  private final int nodes;
  private final int most;
  private final ArrayDeque<Row> rows = new ArrayDeque<>();

  /**
   * @param most how many rows it keeps: the last ones
   */
  public Chart(int nodes, int most) {
    this.nodes = nodes;
    this.most = most;
  }

  @Override
  public void add(long time, String who, String what) {
    if (what.startsWith("<-") || what.startsWith("->")) {
      return;
    }
    int node = who.startsWith("n") ? Integer.parseInt(who.substring(1)) : -1;
    keep(new Row(time, -1, node, what));
  }

  @Override
  public void message(long time, int from, int to, String what) {
    if (REGULAR.stream().noneMatch(what::startsWith)) {
      keep(new Row(time, from, to, what));
    }
  }

  private void keep(Row row) {
    rows.add(row);
    if (rows.size() > most) {
      rows.remove();
    }
  }

  /** The chart. */
  public String svg() {
    int width = LEFT + nodes * COLUMN;
    int height = TOP + (rows.size() + 1) * ROW;
    StringBuilder svg = new StringBuilder();
    line(
        svg,
        "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='monospace'"
            + " font-size='11'>",
        width,
        height);
    line(svg, "<rect width='100%%' height='100%%' fill='white'/>");
    line(
        svg,
        "<defs><marker id='head' markerWidth='8' markerHeight='8' refX='7' refY='4'"
            + " orient='auto'><path d='M0,0 L8,4 L0,8 z'/></marker></defs>");
    for (int node = 0; node < nodes; node++) {
      line(svg, "<text x='%d' y='25' text-anchor='middle'>n%d</text>", x(node), node);
      line(
          svg,
          "<line x1='%d' x2='%d' y1='%d' y2='%d' stroke='#bbb'/>",
          x(node),
          x(node),
          TOP - 15,
          height);
    }
    int y = TOP;
    for (Row row : rows) {
      line(svg, "<text x='5' y='%d' fill='#777'>%,d us</text>", y, row.time);
      draw(svg, row, y);
      y += ROW;
    }
    return svg.append("</svg>\n").toString();
  }

  private static void draw(StringBuilder svg, Row row, int y) {
    if (row.from >= 0) {
      line(
          svg,
          "<line x1='%d' x2='%d' y1='%d' y2='%d' stroke='black' marker-end='url(#head)'/>",
          x(row.from),
          x(row.to),
          y,
          y);
      int middle = (x(row.from) + x(row.to)) / 2;
      line(svg, "<text x='%d' y='%d' text-anchor='middle'>%s</text>", middle, y - 3, label(row));
    } else if (row.to >= 0) {
      line(svg, "<circle cx='%d' cy='%d' r='4' fill='#c33'/>", x(row.to), y - 4);
      line(svg, "<text x='%d' y='%d' fill='#c33'>%s</text>", x(row.to) + 8, y, label(row));
    } else {
      line(svg, "<text x='%d' y='%d' fill='#06c'>%s</text>", LEFT - 60, y, label(row));
    }
  }

  private static int x(int node) {
    return LEFT + node * COLUMN + COLUMN / 4;
  }

  private static String label(Row row) {
    int longest = row.from >= 0 ? Math.abs(row.from - row.to) * COLUMN / 7 : 120;
    String text = row.text.length() > longest ? row.text.substring(0, longest) + "…" : row.text;
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static void line(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
