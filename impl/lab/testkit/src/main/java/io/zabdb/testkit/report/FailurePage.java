package io.zabdb.testkit.report;

import io.zabdb.testkit.linearizability.Failure;
import java.util.List;

/** A page on its own, with nothing to load, that shows why a history is not linearizable. */
public final class FailurePage {

  private static final int ROWS = 60;
  private static final int LONGEST_CELL = 160;

  private static final String STYLE =
      """
      :root { color-scheme: light dark; --text: #1b1b1b; --paper: #fff; --line: #bbb;
        --placed: #cfe3f7; --unplaced: #e4e4e4; --stuck: #f6b3ab; --red: #b3261e; }
      @media (prefers-color-scheme: dark) {
        :root { --text: #e6e6e6; --paper: #17191c; --line: #555;
          --placed: #24486b; --unplaced: #3a3d42; --stuck: #7a2a24; --red: #ff8a80; }
      }
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: var(--text); background: var(--paper); }
      .wrong { border-left: 4px solid var(--red); padding-left: 1rem; max-width: 60rem; overflow-wrap: anywhere; }
      a { color: var(--red); }
      .chart { overflow-x: auto; border: 1px solid var(--line); }
      rect { stroke: var(--line); }
      rect.placed { fill: var(--placed); }
      rect.unplaced { fill: var(--unplaced); }
      rect.stuck { fill: var(--stuck); stroke: var(--red); stroke-width: 2; }
      rect.unknown { stroke-dasharray: 4 3; }
      line.cut { stroke: var(--red); stroke-dasharray: 2 3; }
      text { fill: var(--text); font: 12px ui-monospace, monospace; }
      text.lane { font-family: system-ui, sans-serif; }
      table { border-collapse: collapse; }
      td, th { text-align: left; padding: 0.1rem 1rem 0.1rem 0; border-bottom: 1px solid var(--line);
        vertical-align: top; overflow-wrap: anywhere; }
      tr.stuck td { color: var(--red); }
      """;

  private FailurePage() {}

  /**
   * The page as HTML.
   *
   * @param title such as the name of the file
   * @param summary the verdict line
   */
  public static String write(String title, String summary, Failure failure) {
    Window window = Window.around(failure);
    String leftOut =
        window.leftOut() == 0
            ? ""
            : String.format(" %d operations further away are not shown.", window.leftOut());
    return String.format(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>%s is not linearizable</title>
        <style>
        %s</style>
        </head>
        <body>
        <h1>%s is not linearizable</h1>
        <p>%s</p>
        <p class="wrong">%s</p>
        <h2>What happened</h2>
        <p>A bar is an operation, from its invocation to its return; a dashed one has an unknown outcome and
        may take effect at any time after its invocation, or never. Blue bars have the place in the order that
        their number says. The <a href="#stuck">red bar</a> has none. From event to event is always the same distance. The dotted
        line is the return that no order explains.%s</p>
        <div class="chart">
        %s</div>
        <h2>An order of what came before</h2>
        <table>
        <tr><th>number</th><th>process</th><th>operation</th><th>answer</th><th>state afterwards</th></tr>
        %s</table>
        </body>
        </html>
        """,
        Html.escape(title),
        STYLE,
        Html.escape(title),
        Html.escape(summary),
        Html.escape(Explanation.of(failure)),
        leftOut,
        new TimeLine(failure, window.operations()).svg(),
        table(failure));
  }

  private static String table(Failure failure) {
    List<Failure.Placement> order = failure.order();
    int from = Math.max(0, order.size() - ROWS);
    StringBuilder rows = new StringBuilder();
    if (from > 0) {
      rows.append(String.format("<tr><td colspan=\"5\">… %d before these</td></tr>%n", from));
    } else {
      row(rows, "", "0", "", "", "", failure.initial());
    }
    for (int i = from; i < order.size(); i++) {
      var operation = order.get(i).operation();
      row(
          rows,
          "",
          String.valueOf(i + 1),
          operation.process().toString(),
          operation.call(),
          operation.answer(),
          order.get(i).state());
    }
    var stuck = failure.stuck();
    row(rows, "stuck", "✗", stuck.process().toString(), stuck.call(), stuck.answer(), "");
    return rows.toString();
  }

  private static void row(
      StringBuilder rows,
      String style,
      String number,
      String process,
      String call,
      String answer,
      String state) {
    rows.append("<tr class=\"").append(style).append("\">");
    for (String cell : List.of(number, process, call, answer, state)) {
      rows.append("<td>").append(Html.escape(Shorten.toEnd(cell, LONGEST_CELL))).append("</td>");
    }
    rows.append("</tr>\n");
  }
}
