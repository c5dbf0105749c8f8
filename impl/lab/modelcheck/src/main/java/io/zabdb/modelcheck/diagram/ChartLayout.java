package io.zabdb.modelcheck.diagram;

import io.zabdb.modelcheck.trace.Step;
import io.zabdb.modelcheck.trace.Trace;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.modelcheck.value.ValueDiff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where everything on a sequence chart goes, in pixels. */
final class ChartLayout {

  static final double LEFT = 60;
  static final double HEAD = 96;

  private static final double SHORTEST_LABEL = 90;
  private static final int MAX_CHANGES = 5;
  private static final int LONGEST_CHANGE = 40;
  private static final int LONGEST_PARAMETERS = 24;
  private static final Pattern FAULT =
      Pattern.compile("(Crash|Restart|Lose|Drop|Disconnect|Fail|Duplicate)\\w*");

  private final List<Flight> flights;
  private final Lanes lanes;
  private final Map<Integer, Row> rows = new HashMap<>();
  private double halfBox = 60;
  private double spacing;
  private double bottom = HEAD + 44;

  ChartLayout(Trace trace) {
    flights = Channel.follow(trace.steps());
    lanes = new Lanes(trace.steps(), flights);
    for (Step step : trace.steps()) {
      halfBox = Math.max(halfBox, Row.width(title(step)) / 2 + 10);
    }
    double widest = 0;
    for (Flight flight : flights) {
      widest = Math.max(widest, Math.max(labelWidth(flight), stubWidth(flight)));
    }
    spacing = 2 * halfBox + widest + 40;
    for (int i = 1; i < trace.steps().size(); i++) {
      addRow(trace.steps().get(i - 1), trace.steps().get(i));
    }
  }

  List<Flight> flights() {
    return flights;
  }

  Lanes lanes() {
    return lanes;
  }

  /** The row of a step; null for the initial state, which has none. */
  Row row(int step) {
    return rows.get(step);
  }

  /** The middle of a lane. */
  double x(int lane) {
    return LEFT + spacing * (lane + 0.5);
  }

  /** The widest half of a box. */
  double halfBox() {
    return halfBox;
  }

  /** The width of all lanes. */
  double width() {
    return lanes.names().size() * spacing;
  }

  /** The end of the lanes. */
  double bottom() {
    return bottom;
  }

  boolean goesLeft(Flight flight) {
    return lanes.of(flight.destination()) < lanes.of(flight.source());
  }

  /** The level stretch of an arrow, which carries its label. */
  static double labelWidth(Flight flight) {
    double text = Math.max(Row.width(flight.type()), Row.width(flight.detail()) * 0.85);
    return Math.max(SHORTEST_LABEL, text + 24);
  }

  /** The length of the arrow of a message that nobody received. */
  static double stubWidth(Flight flight) {
    return Row.width(flight.address()) + 16;
  }

  /** How far below the middle of its sender's box a message that nobody received is drawn. */
  double stubOffset(Flight flight) {
    boolean left = goesLeft(flight);
    double below = receives(flight.sent(), left) ? Row.BELOW_ARROW : 0;
    return stubs(flight.sent(), left).indexOf(flight) * Row.STUB + below;
  }

  private void addRow(Step before, Step step) {
    int lane = lanes.of(Lanes.actorOf(step));
    double beside = 0;
    for (Flight flight : flights) {
      if (flight.sent() == step.number() && flight.received().isEmpty()) {
        beside = Math.max(beside, stubOffset(flight));
      }
    }
    boolean fault = FAULT.matcher(step.name()).matches();
    List<String> changes = changes(before, step, lane);
    Row row = new Row(step.number(), lane, title(step), changes, fault, bottom, beside);
    rows.put(step.number(), row);
    bottom += row.height();
  }

  private List<Flight> stubs(int step, boolean left) {
    return flights.stream()
        .filter(flight -> flight.sent() == step && flight.received().isEmpty())
        .filter(flight -> goesLeft(flight) == left)
        .toList();
  }

  private boolean receives(int step, boolean fromLeft) {
    return flights.stream()
        .anyMatch(flight -> flight.received().contains(step) && goesLeft(flight) != fromLeft);
  }

  /** The action without the node that its lane names. */
  private String title(Step step) {
    boolean hasActor = lanes.of(Lanes.actorOf(step)) >= 0;
    List<Value> others = step.parameters().stream().skip(hasActor ? 1 : 0).toList();
    String inside =
        others.stream()
            .filter(value -> !isMessage(value))
            .map(Value::toString)
            .collect(Collectors.joining(", "));
    boolean shown = !inside.isEmpty() && inside.length() <= LONGEST_PARAMETERS;
    return step.name() + (shown ? " (" + inside + ")" : "");
  }

  private static boolean isMessage(Value value) {
    return value instanceof Value.Record record && record.fields().containsKey("src");
  }

  /**
   * What changed at the node that acts: {@code synced[s1] = 2} is shown as {@code synced = 2} in
   * its lane.
   */
  private List<String> changes(Step before, Step step, int lane) {
    List<String> changes = new ArrayList<>();
    if (lane < 0) {
      return changes;
    }
    String key = "[" + lanes.names().get(lane) + "]";
    step.state()
        .forEach(
            (name, value) -> {
              Value old = before.state().getOrDefault(name, value);
              for (String line : ValueDiff.diff(name, old, value)) {
                if (line.startsWith(name + key) && !name.equals("msgs")) {
                  changes.add(shorten(name + line.substring(name.length() + key.length())));
                }
              }
            });
    return changes.size() <= MAX_CHANGES ? changes : more(changes);
  }

  private static List<String> more(List<String> changes) {
    List<String> shown = new ArrayList<>(changes.subList(0, MAX_CHANGES - 1));
    shown.add("and " + (changes.size() - shown.size()) + " more");
    return shown;
  }

  private static String shorten(String line) {
    String brief = line.replace(" |-> ", ":").replace(" appends ", " + ");
    return brief.length() <= LONGEST_CHANGE
        ? brief
        : brief.substring(0, LONGEST_CHANGE - 1) + "\u2026";
  }
}
