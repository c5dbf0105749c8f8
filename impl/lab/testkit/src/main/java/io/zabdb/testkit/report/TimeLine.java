package io.zabdb.testkit.report;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.linearizability.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Draws operations as bars, a lane for each process. Coordinates are in pixels; from one event to
 * the next is always the same distance, whatever the time between them.
 */
final class TimeLine {

  private static final int LEFT = 110;
  private static final int EVENT = 52;
  private static final int ROW = 30;
  private static final int BAR = 22;
  private static final int CHARACTER = 8;
  private static final int LONGEST_DETAILS = 500;

  private final Failure failure;
  private final List<Operation> operations;
  private final Map<Integer, Integer> numbers = new HashMap<>();
  private final Map<Long, Integer> columns = new HashMap<>();

  TimeLine(Failure failure, List<Operation> operations) {
    this.failure = failure;
    this.operations = operations;
    for (Failure.Placement placement : failure.order()) {
      numbers.put(placement.operation().id(), numbers.size() + 1);
    }
    TreeSet<Long> times = new TreeSet<>();
    for (Operation operation : operations) {
      times.add(operation.invoked());
      times.add(operation.returned());
    }
    times.forEach(time -> columns.put(time, columns.size()));
  }

  /** The drawing as an SVG element. */
  String svg() {
    StringBuilder bars = new StringBuilder();
    int rows = 0;
    for (Map.Entry<Object, List<List<Operation>>> lane : lanes().entrySet()) {
      text(bars, "lane", 6, rows, Shorten.toStart("process " + lane.getKey(), 15));
      for (List<Operation> row : lane.getValue()) {
        for (Operation operation : row) {
          bar(bars, operation, rows);
        }
        rows++;
      }
    }
    int width = LEFT + columns.size() * EVENT + 20;
    int height = rows * ROW + 10;
    int cut = end(failure.stuck());
    return String.format(
        Locale.ROOT,
        """
        <svg width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="The operations on a time line">
        <line class="cut" x1="%d" x2="%d" y1="0" y2="%d"/>
        %s</svg>
        """,
        width,
        height,
        width,
        height,
        cut,
        cut,
        height,
        bars);
  }

  /**
   * The rows of each process. A client that goes on after an operation of unknown outcome needs
   * more than one.
   */
  private Map<Object, List<List<Operation>>> lanes() {
    Map<Object, List<List<Operation>>> lanes = new LinkedHashMap<>();
    for (Operation operation : operations) {
      List<List<Operation>> rows =
          lanes.computeIfAbsent(operation.process(), process -> new ArrayList<>());
      rows.stream()
          .filter(row -> !row.get(row.size() - 1).overlaps(operation))
          .findFirst()
          .orElseGet(
              () -> {
                rows.add(new ArrayList<>());
                return rows.get(rows.size() - 1);
              })
          .add(operation);
    }
    return lanes;
  }

  private void bar(StringBuilder out, Operation operation, int row) {
    Integer number = numbers.get(operation.id());
    boolean isStuck = operation.equals(failure.stuck());
    String style = isStuck ? "stuck" : number == null ? "unplaced" : "placed";
    String unknown = operation.returned() == Operation.NEVER ? " unknown" : "";
    int start = start(operation);
    int length = end(operation) - start;
    String place =
        isStuck
            ? "no place in the order"
            : number == null ? "not in the order" : "number " + number;
    String details =
        String.format(
            "process %s, %s → %s, time %s, %s",
            operation.process(), operation.call(), operation.answer(), times(operation), place);
    out.append(
        String.format(
            Locale.ROOT,
            "<g%s><title>%s</title><rect class=\"%s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                + " rx=\"3\"/>%n",
            isStuck ? " id=\"stuck\"" : "",
            Html.escape(Shorten.toStart(details, LONGEST_DETAILS)),
            style,
            unknown,
            start,
            row * ROW + 5,
            length,
            BAR));
    String mark = isStuck ? "✗ " : number == null ? "" : number + ": ";
    String label = mark + operation.call() + " → " + operation.answer();
    text(out, "label", start + 5, row, Shorten.toStart(label, Math.max(4, length / CHARACTER)));
    out.append("</g>\n");
  }

  private static void text(StringBuilder out, String style, int x, int row, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>%n",
            style,
            x,
            row * ROW + 20,
            Html.escape(text)));
  }

  private int start(Operation operation) {
    return LEFT + columns.get(operation.invoked()) * EVENT;
  }

  private int end(Operation operation) {
    return LEFT + columns.get(operation.returned()) * EVENT + EVENT - 6;
  }

  private static String times(Operation operation) {
    String end = operation.returned() == Operation.NEVER ? "…" : "" + operation.returned();
    return operation.invoked() + "–" + end;
  }
}
