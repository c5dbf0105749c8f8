package io.zabdb.modelcheck.diagram;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.modelcheck.value.ValueDiff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Draws a behaviour as a message-sequence chart in SVG: a lane for each node, time downwards, a box for each step, an
 * arrow from the step that sent a message to the step that received it. A message that was lost ends in a cross, one
 * that is still under way at the end in a dot.
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
          .verdict { fill: #b42318; font-weight: 600; font-size: 13px; }
          .loop { fill: none; stroke: #94a3b8; stroke-width: 1.4; stroke-dasharray: 4 3; }
      """;

  private static final double LEFT = 60;
  private static final double HEAD = 96;
  private static final double STUB = 104;
  private static final double LABEL = 118;
  private static final int MOST_CHANGES = 5;
  private static final int LONGEST_CHANGE = 34;

  private final Trace trace;
  private final List<Flight> flights;
  private final Lanes lanes;
  private final Map<Integer, Row> rows = new HashMap<>();
  private final Svg svg = new Svg();
  private double halfBox = 60;
  private double spacing;
  private double bottom = HEAD + 44;

  private SequenceChart(Trace trace) {
    this.trace = trace;
    this.flights = Channel.follow(trace.steps());
    this.lanes = new Lanes(trace.steps(), flights);
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
    layOut();
    double width = Math.max(LEFT + lanes.names().size() * spacing + 20, 640);
    drawLanes();
    flights.forEach(this::drawFlight);
    trace.steps().stream().skip(1).map(step -> rows.get(step.number())).forEach(this::drawRow);
    svg.text("title", "start", 20, 30, title);
    List<String> sentence = wrap(about, (int) ((width - 40) / 6.2));
    for (int i = 0; i < Math.min(2, sentence.size()); i++) {
      svg.text("about", "start", 20, 50 + i * 16, sentence.get(i));
    }
    drawEnd(verdict);
    return svg.document(width, bottom + 70, title, STYLE);
  }

  private void layOut() {
    for (Step step : trace.steps()) {
      halfBox = Math.max(halfBox, width(title(step)) / 2 + 10);
    }
    spacing = 2 * halfBox + LABEL + 40;
    Step before = null;
    for (Step step : trace.steps()) {
      if (before != null) {
        addRow(before, step);
      }
      before = step;
    }
  }

  private void addRow(Step before, Step step) {
    int lane = lanes.of(Lanes.actorOf(step));
    List<String> changes = changes(before, step, lane);
    int stubs = (int) flights.stream().filter(flight -> flight.sent() == step.number() && isStub(flight)).count();
    double height = Row.height(changes.size(), stubs);
    boolean fault = step.name().matches("(Crash|Restart|Lose|Drop|Disconnect|Fail|Duplicate)\\w*");
    rows.put(step.number(), new Row(step.number(), lane, title(step), changes, fault, bottom, height));
    bottom += height;
  }

  /** The action without the node that its lane names. */
  private String title(Step step) {
    boolean hasActor = lanes.of(Lanes.actorOf(step)) >= 0;
    List<Value> others = step.parameters().stream().skip(hasActor ? 1 : 0).toList();
    String inside = others.stream()
        .filter(value -> !(value instanceof Value.Record record && record.fields().containsKey("src")))
        .map(Value::toString)
        .collect(Collectors.joining(", "));
    return step.name() + (inside.isEmpty() || inside.length() > 24 ? "" : " (" + inside + ")");
  }

  /** What changed at the node that acts: {@code synced[s1] = 2} is shown as {@code synced = 2} in its lane. */
  private List<String> changes(Step before, Step step, int lane) {
    List<String> changes = new ArrayList<>();
    if (lane < 0) {
      return changes;
    }
    String key = "[" + lanes.names().get(lane) + "]";
    step.state().forEach((name, value) -> {
      for (String line : ValueDiff.diff(name, before.state().getOrDefault(name, value), value)) {
        if (line.startsWith(name + key) && !name.equals("msgs")) {
          changes.add(shorten(line.replaceFirst(java.util.regex.Pattern.quote(key), "")));
        }
      }
    });
    return changes.size() <= MOST_CHANGES ? changes : more(changes);
  }

  private static List<String> more(List<String> changes) {
    List<String> shown = new ArrayList<>(changes.subList(0, MOST_CHANGES - 1));
    shown.add("and " + (changes.size() - shown.size()) + " more");
    return shown;
  }

  private static String shorten(String line) {
    return line.length() <= LONGEST_CHANGE ? line : line.substring(0, LONGEST_CHANGE - 1) + "\u2026";
  }

  private double x(int lane) {
    return LEFT + spacing * (lane + 0.5);
  }

  private static double width(String text) {
    return text.length() * 6.7;
  }

  private void drawLanes() {
    for (int lane = 0; lane < lanes.names().size(); lane++) {
      svg.element("line class=\"lane\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"", x(lane), HEAD, x(lane), bottom);
      svg.element("rect class=\"node\" x=\"%.1f\" y=\"%.1f\" width=\"72\" height=\"26\" rx=\"5\"", x(lane) - 36, HEAD - 10);
      svg.text("nodename", "middle", x(lane), HEAD + 8, lanes.names().get(lane).replace("\"", ""));
    }
  }

  private void drawRow(Row row) {
    svg.text("number", "end", LEFT - 22, row.middle() + 4, Integer.toString(row.number()));
    String style = row.fault() ? "step fault" : "step";
    if (row.lane() < 0) {
      double from = LEFT + 10;
      double width = Math.max(lanes.names().size() * spacing - 20, width(row.title()) + 20);
      svg.element("rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"12\" fill-opacity=\"0.9\"",
          style, from, row.top(), width, Row.BOX);
      svg.text("", "middle", from + width / 2, row.middle() + 4, row.title());
      return;
    }
    double half = Math.max(40, width(row.title()) / 2 + 8);
    svg.element("rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\"",
        style, x(row.lane()) - half, row.top(), 2 * half, Row.BOX);
    svg.text("", "middle", x(row.lane()), row.middle() + 4, row.title());
    for (int i = 0; i < row.changes().size(); i++) {
      svg.text("change halo", "middle", x(row.lane()), row.top() + Row.BOX + 11 + i * Row.LINE, row.changes().get(i));
    }
  }

  private static boolean isStub(Flight flight) {
    return flight.received().isEmpty();
  }

  private void drawFlight(Flight flight) {
    int from = lanes.of(flight.source());
    int to = lanes.of(flight.destination());
    Row sent = rows.get(flight.sent());
    if (isStub(flight)) {
      if (sent != null) {
        drawStub(flight, sent, from, to);
      }
      return;
    }
    for (int step : flight.received()) {
      Row received = rows.get(step);
      double startY = sent == null ? HEAD + 16 : sent.middle();
      if (from == to) {
        drawToSelf(flight, startY, received);
      } else {
        drawArrow(flight, x(from), startY, received, x(to), from < to ? 1 : -1);
      }
    }
  }

  /** Slanted while under way; the last stretch is level and carries the label, beside the box that receives. */
  private void drawArrow(Flight flight, double startX, double startY, Row received, double laneX, int direction) {
    double half = Math.max(40, width(received.title()) / 2 + 8);
    double end = laneX - direction * half;
    double y = received.middle();
    double bend = end - direction * LABEL;
    svg.element("path class=\"arrow\" marker-end=\"url(#head)\" d=\"M%.1f,%.1f L%.1f,%.1f L%.1f,%.1f\"",
        startX, startY, bend, y, end, y);
    label(flight, "type", (bend + end) / 2 - direction * 3, y);
  }

  private void drawToSelf(Flight flight, double startY, Row received) {
    double centre = x(received.lane());
    double side = centre + halfBox + 16;
    double end = centre + Math.max(40, width(received.title()) / 2 + 8);
    svg.element("path class=\"arrow\" marker-end=\"url(#head)\" d=\"M%.1f,%.1f L%.1f,%.1f L%.1f,%.1f L%.1f,%.1f\"",
        centre, startY, side, startY, side, received.middle(), end, received.middle());
    svg.text("type halo", "start", side + 5, received.middle(), flight.type());
  }

  private void label(Flight flight, String style, double x, double y) {
    svg.text(style + " halo", "middle", x, y - 5, flight.type());
    if (!flight.detail().isEmpty()) {
      svg.text("detail halo", "middle", x, y + 11, flight.detail());
    }
  }

  /** A message that nobody received: a short arrow that ends in a cross if it was lost, in a dot if it is under way. */
  private void drawStub(Flight flight, Row sent, int from, int to) {
    int direction = to < from ? -1 : 1;
    List<Flight> together = flights.stream()
        .filter(other -> other.sent() == flight.sent() && isStub(other)
            && (lanes.of(other.destination()) < from) == (to < from))
        .toList();
    double y = sent.middle() + together.indexOf(flight) * 2 * Row.LINE;
    double start = x(from) + direction * Math.max(40, width(sent.title()) / 2 + 8);
    double end = start + direction * STUB;
    String style = flight.isLost() ? "lost" : "arrow";
    svg.element("path class=\"%s\" d=\"M%.1f,%.1f L%.1f,%.1f\"", style, x(from), y, end, y);
    if (flight.isLost()) {
      svg.element("path class=\"lost\" d=\"M%.1f,%.1f l8,8 m0,-8 l-8,8\"", end - 4, y - 4);
    } else {
      svg.element("circle class=\"head\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"", end, y);
    }
    String name = flight.type() + " to " + flight.destination().replace("\"", "");
    svg.text((flight.isLost() ? "losttype" : "type") + " halo", "middle", (start + end) / 2, y - 4, name);
  }

  private void drawEnd(String verdict) {
    svg.text("verdict", "start", LEFT - 30, bottom + 26, verdict);
    Row last = rows.get(trace.steps().get(trace.steps().size() - 1).number());
    if (trace.backTo() > 0 && last != null) {
      Row first = rows.get(Math.max(2, trace.backTo()));
      svg.element("path class=\"loop\" d=\"M%.1f,%.1f h-12 V%.1f h12\"", LEFT - 40, last.middle(), first.middle());
      svg.text("about", "start", LEFT - 30, bottom + 46, "then back to state " + trace.backTo() + ", for ever");
    } else if (trace.backTo() < 0) {
      svg.text("about", "start", LEFT - 30, bottom + 46, "then nothing more happens");
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
