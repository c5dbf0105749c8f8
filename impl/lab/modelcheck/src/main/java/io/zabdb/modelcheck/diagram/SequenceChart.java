package io.zabdb.modelcheck.diagram;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws a behaviour as a message-sequence chart in SVG: a lane for each node, time downwards, a box
 * for each step, an arrow from the step that sent a message to the step that received it. A message
 * that was lost ends in a cross, one that is still under way at the end in a dot.
 */
public final class SequenceChart {

  private static final String STYLE =
      """
          text { font-family: "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif; font-size: 12px; fill: #1f2937; }
          .paper { fill: #ffffff; }
          .title { font-size: 16px; font-weight: 600; }
          .about { fill: #4b5563; }
          .lane { stroke: #cbd5e1; stroke-width: 1.5; }
          .node { fill: #1e3a5f; }
          .nodename { fill: #ffffff; font-size: 13px; font-weight: 600; }
          .step { fill: #eef4fb; stroke: #1e3a5f; stroke-width: 1; }
          .fault { fill: #fdecea; stroke: #b42318; }
          .number { fill: #94a3b8; font-size: 11px; }
          .change { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 10px; fill: #64748b; }
          .halo { stroke: #ffffff; stroke-width: 4; stroke-linejoin: round; paint-order: stroke; }
          .arrow { fill: none; stroke: #2563a8; stroke-width: 1.4; }
          .head { fill: #2563a8; }
          .type { fill: #17457a; font-size: 11px; font-weight: 600; }
          .detail { fill: #64748b; font-size: 10px; }
          .lost { fill: none; stroke: #b42318; stroke-width: 1.4; }
          .losttype { fill: #b42318; font-size: 11px; font-weight: 600; }
          .open { fill: none; stroke: #94a3b8; stroke-width: 1.4; }
          .dot { fill: #94a3b8; }
          .opentype { fill: #64748b; font-size: 11px; }
          .verdict { fill: #b42318; font-weight: 600; font-size: 13px; }
          .loop { fill: none; stroke: #94a3b8; stroke-width: 1.4; stroke-dasharray: 4 3; }
      """;

  private static final int MAX_SENTENCES = 2;

  private final Trace trace;
  private final ChartLayout layout;
  private final Lanes lanes;
  private final Svg svg = new Svg();

  private SequenceChart(Trace trace) {
    this.trace = trace;
    this.layout = new ChartLayout(trace);
    this.lanes = layout.lanes();
  }

  /**
   * Draws a behaviour.
   *
   * @param title printed above the lanes, e.g. the model's name
   * @param about a sentence below the title
   * @param verdict printed below the last step, e.g. the violated property; may be empty
   */
  public static String draw(Trace trace, String title, String about, String verdict) {
    return new SequenceChart(trace).draw(title, about, verdict);
  }

  private String draw(String title, String about, String verdict) {
    double width = Math.max(ChartLayout.LEFT + layout.width() + 20, 640);
    drawLanes();
    layout.flights().forEach(this::drawFlight);
    trace.steps().stream().skip(1).map(Step::number).map(layout::row).forEach(this::drawRow);
    svg.text("title", "start", 20, 30, title);
    List<String> lines = wrap(about, (int) ((width - 40) / 6.2));
    for (int i = 0; i < Math.min(MAX_SENTENCES, lines.size()); i++) {
      svg.text("about", "start", 20, 50 + i * 16, lines.get(i));
    }
    drawEnd(verdict);
    return svg.document(width, layout.bottom() + 70, title, STYLE);
  }

  private void drawLanes() {
    for (int lane = 0; lane < lanes.names().size(); lane++) {
      double x = layout.x(lane);
      double y = ChartLayout.HEAD;
      svg.element(
          "line class='lane' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'", x, y, x, layout.bottom());
      svg.element(
          "rect class='node' x='%.1f' y='%.1f' width='72' height='26' rx='5'", x - 36, y - 10);
      svg.text("nodename", "middle", x, y + 8, lanes.names().get(lane).replace("\"", ""));
    }
  }

  private void drawRow(Row row) {
    svg.text(
        "number", "end", ChartLayout.LEFT - 22, row.middle() + 4, Integer.toString(row.number()));
    if (row.lane() < 0) {
      // Nobody's step, e.g. the network's: across all lanes.
      double from = ChartLayout.LEFT + 10;
      double width = Math.max(layout.width() - 20, Row.width(row.title()) + 20);
      drawBox(row, from, width, 12);
      return;
    }
    double x = layout.x(row.lane());
    drawBox(row, x - row.half(), 2 * row.half(), 4);
    for (int i = 0; i < row.changes().size(); i++) {
      double y = row.changesBelow() + 11 + i * Row.LINE;
      svg.text("change halo", "middle", x, y, row.changes().get(i));
    }
  }

  private void drawBox(Row row, double from, double width, double radius) {
    svg.element(
        "rect class='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f' rx='%.1f'",
        row.fault() ? "step fault" : "step", from, row.top(), width, Row.BOX, radius);
    svg.text("", "middle", from + width / 2, row.middle() + 4, row.title());
  }

  private void drawFlight(Flight flight) {
    Row sent = layout.row(flight.sent());
    if (flight.received().isEmpty() && sent != null) {
      drawStub(flight, sent);
    }
    for (int step : flight.received()) {
      double startY = sent == null ? ChartLayout.HEAD + 16 : sent.middle();
      if (flight.source().equals(flight.destination())) {
        drawToSelf(flight, startY, layout.row(step));
      } else {
        int direction = layout.goesLeft(flight) ? -1 : 1;
        double half = sent == null ? 0 : sent.half();
        double startX = layout.x(lanes.of(flight.source())) + direction * half;
        drawArrow(flight, startX, startY, layout.row(step), direction);
      }
    }
  }

  /**
   * Slanted while under way; the last stretch is level and carries the label, beside the box that
   * receives.
   */
  private void drawArrow(Flight flight, double startX, double startY, Row received, int direction) {
    // A step without a lane of its own is drawn across all: the arrow ends at the lane itself.
    double half = received.lane() < 0 ? 0 : received.half();
    double end = layout.x(lanes.of(flight.destination())) - direction * half;
    double y = received.middle();
    double bend = end - direction * ChartLayout.labelWidth(flight);
    svg.element(
        "path class='arrow' marker-end='url(#head)' d='M%.1f,%.1f L%.1f,%.1f L%.1f,%.1f'",
        startX, startY, bend, y, end, y);
    double middle = (bend + end) / 2 - direction * 3;
    svg.text("type halo", "middle", middle, y - 5, flight.type());
    if (!flight.detail().isEmpty()) {
      svg.text("detail halo", "middle", middle, y + 11, flight.detail());
    }
  }

  private void drawToSelf(Flight flight, double startY, Row received) {
    double centre = layout.x(lanes.of(flight.destination()));
    double side = centre + layout.halfBox() + 16;
    double end = centre + received.half();
    svg.element(
        "path class='arrow' marker-end='url(#head)' d='M%.1f,%.1f H%.1f V%.1f H%.1f'",
        centre, startY, side, received.middle(), end);
    svg.text("type halo", "start", side + 5, received.middle(), flight.type());
  }

  /**
   * A message that nobody received: a short arrow that ends in a cross if it was lost, in a dot if
   * it is under way.
   */
  private void drawStub(Flight flight, Row sent) {
    int direction = layout.goesLeft(flight) ? -1 : 1;
    double y = sent.middle() + layout.stubOffset(flight);
    double start = layout.x(lanes.of(flight.source())) + direction * sent.half();
    double end = start + direction * ChartLayout.stubWidth(flight);
    String line = flight.isLost() ? "lost" : "open";
    svg.element("path class='%s' d='M%.1f,%.1f V%.1f H%.1f'", line, start, sent.middle(), y, end);
    if (flight.isLost()) {
      svg.element("path class='lost' d='M%.1f,%.1f l8,8 m0,-8 l-8,8'", end - 4, y - 4);
    } else {
      svg.element("circle class='dot' cx='%.1f' cy='%.1f' r='3.5'", end, y);
    }
    svg.text(line + "type halo", "middle", (start + end) / 2, y - 4, flight.address());
  }

  private void drawEnd(String verdict) {
    double x = ChartLayout.LEFT - 30;
    double y = layout.bottom();
    svg.text("verdict", "start", x, y + 26, verdict);
    Row last = layout.row(trace.steps().get(trace.steps().size() - 1).number());
    if (trace.backTo() > 0 && last != null) {
      Row first = layout.row(Math.max(2, trace.backTo()));
      svg.element(
          "path class='loop' d='M%.1f,%.1f h-12 V%.1f h12'", x - 10, last.middle(), first.middle());
      String again = "then back to state " + trace.backTo() + ", for ever";
      svg.text("about", "start", x, y + 46, again);
    } else if (trace.backTo() < 0) {
      svg.text("about", "start", x, y + 46, "then nothing more happens");
    }
  }

  private static List<String> wrap(String text, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() + word.length() > columns) {
        lines.add(line.toString().strip());
        line.setLength(0);
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString().strip());
    return lines;
  }
}
