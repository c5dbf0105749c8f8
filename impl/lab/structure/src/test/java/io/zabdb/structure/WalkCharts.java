package io.zabdb.structure;

import static io.zabdb.structure.RecordedGroup.CLIENT;
import static io.zabdb.structure.RecordedGroup.MEMBERS;

import io.zabdb.structure.RecordedGroup.Row;
import io.zabdb.testkit.sim.fault.Fault;
import io.zabdb.testkit.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The charts of {@code docs/walks.md}, in Mermaid's words: of all runs of the simulator with these
 * seeds, the shortest stretch that shows the walk and nothing else that a client asked for.
 */
final class WalkCharts {

  private static final int SEEDS = 10;
  private static final long MICROS = 5_000_000;
  private static final long FAULT_AT = 2_000_000;
  private static final long DOWN_MICROS = 300_000;

  /** What goes on all the time, whatever happens. */
  private static final Set<String> REGULAR =
      Set.of(
          "HandlePING",
          "HandlePONG",
          "SendReport",
          "HandleReport",
          "Tick",
          "Grow",
          "TakeCheckpoint");

  private WalkCharts() {}

  /** Each walk's chart, by the walk's name. */
  static Map<String, String> all() {
    Map<String, String> charts = new LinkedHashMap<>();
    charts.put("put", chart(shortest(FaultKind.CHECKPOINT, WalkCharts::put)));
    charts.put("read", chart(shortest(FaultKind.CHECKPOINT, WalkCharts::read)));
    charts.put("recovery", chart(shortest(FaultKind.KILL, WalkCharts::recovery)));
    charts.put("transfer", chart(shortest(FaultKind.PRESSURE, WalkCharts::transfer)));
    return charts;
  }

  private static List<Row> shortest(
      FaultKind kind, BiFunction<List<Row>, Integer, List<Row>> stretch) {
    List<Row> best = List.of();
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<Fault> faults =
          List.of(
              new Fault(
                  0,
                  kind,
                  FAULT_AT,
                  kind.isLasting() ? DOWN_MICROS : 0,
                  seed % MEMBERS,
                  (seed + 1) % MEMBERS,
                  1000));
      List<Row> rows = RecordedGroup.run(seed, MICROS, faults);
      for (int start = 0; start < rows.size(); start++) {
        List<Row> found = stretch.apply(rows, start);
        if (!found.isEmpty() && (best.isEmpty() || found.size() < best.size())) {
          best = found;
        }
      }
    }
    if (best.isEmpty()) {
      throw new IllegalStateException("no run with " + kind + " shows the walk");
    }
    return best;
  }

  /** From a client's request until all members have applied it, one entry alone. */
  private static List<Row> put(List<Row> rows, int start) {
    if (!rows.get(start).is("ClientRequest")) {
      return List.of();
    }
    if (start + 1 == rows.size() || !rows.get(start + 1).is("Append")) {
      return List.of();
    }
    Row append = rows.get(start + 1);
    String zxid = append.text().replace("append ", "");
    List<Row> found = new ArrayList<>(List.of(rows.get(start)));
    Set<Integer> applied = new HashSet<>();
    for (Row row : rows.subList(start + 1, rows.size())) {
      boolean isOther = row.text().matches(".* [0-9.]+") && !row.text().endsWith(" " + zxid);
      if (isOther || !isOf(row, PUT)) {
        return List.of();
      }
      if (!REGULAR.contains(row.action())) {
        found.add(row);
      }
      if (row.is("Deliver") && row.length() == append.length()) {
        applied.add(row.to());
      }
      if (applied.size() == MEMBERS) {
        return found.stream().filter(each -> each.is("HandleACK")).count() == MEMBERS - 1
            ? found
            : List.of();
      }
    }
    return List.of();
  }

  private static final Set<String> PUT =
      Set.of("Append", "Fsync", "HandlePROPOSE", "HandleACK", "HandleCOMMIT", "Deliver", "Answer");

  /** From a client's read until it has the value. */
  private static List<Row> read(List<Row> rows, int start) {
    if (!rows.get(start).is("ClientRead")) {
      return List.of();
    }
    List<Row> found = new ArrayList<>();
    for (Row row : rows.subList(start, rows.size())) {
      if (!found.isEmpty() && !isOf(row, READ)) {
        return List.of();
      }
      if (row.is("HandlePING") || row.is("HandlePONG") || !REGULAR.contains(row.action())) {
        found.add(row);
      }
      if (row.is("ServeReads")) {
        boolean asked = found.stream().anyMatch(each -> each.is("HandlePONG"));
        return asked ? found : List.of();
      }
    }
    return List.of();
  }

  private static final Set<String> READ = Set.of("ServeRead", "ServeReads");

  private static boolean isOf(Row row, Set<String> actions) {
    return actions.contains(row.action()) || REGULAR.contains(row.action());
  }

  /** From a follower's start until it takes part again; only what concerns it. */
  private static List<Row> recovery(List<Row> rows, int start) {
    Row first = rows.get(start);
    if (!first.is("Restart")) {
      return List.of();
    }
    List<Row> found = new ArrayList<>();
    for (Row row : rows.subList(start, rows.size())) {
      if (row.is("Establish") || row.is("StartElection")) {
        return List.of();
      }
      if (row.concerns(first.to()) && row.from() != CLIENT && !REGULAR.contains(row.action())) {
        found.add(row);
      }
      if (row.is("HandleCOMMITLD") && row.to() == first.to()) {
        // It had missed something.
        return found.stream().anyMatch(each -> each.is("Append")) ? found : List.of();
      }
    }
    return List.of();
  }

  /** From the leader's choice of a successor until it compacts as a follower. */
  private static List<Row> transfer(List<Row> rows, int start) {
    Row first = rows.get(start);
    if (!first.is("BeginTransfer")) {
      return List.of();
    }
    List<Row> found = new ArrayList<>();
    boolean isTaken = false;
    for (Row row : rows.subList(start, rows.size())) {
      boolean isOfClients =
          row.from() == CLIENT || row.to() == CLIENT || PUT.contains(row.action());
      if (!isOfClients && !REGULAR.contains(row.action())) {
        found.add(row);
      }
      if (row.is("AbortTransfer") || row.is("TimeOutTransfer")) {
        return List.of();
      }
      isTaken |= row.is("TakeOffice") && row.to() != first.to();
      if (isTaken && row.is("Compact") && row.to() == first.to()) {
        return found.stream().filter(each -> each.is("TakeOffice")).count() == 1
            ? found
            : List.of();
      }
    }
    return List.of();
  }

  private static String chart(List<Row> rows) {
    StringBuilder text = new StringBuilder("```mermaid\nsequenceDiagram\n");
    if (rows.stream().anyMatch(row -> row.concerns(CLIENT))) {
      text.append("  participant client\n");
    }
    for (int member = 0; member < MEMBERS; member++) {
      int each = member;
      if (rows.stream().anyMatch(row -> row.concerns(each))) {
        text.append("  participant ").append(name(member)).append('\n');
      }
    }
    for (Row row : rows) {
      if (row.from() == row.to()) {
        text.append("  Note over ").append(name(row.to()));
      } else {
        text.append("  ").append(name(row.from())).append("->>").append(name(row.to()));
      }
      text.append(": ").append(row.text()).append('\n');
    }
    return text.append("```\n").toString();
  }

  private static String name(int member) {
    return member == CLIENT ? "client" : "n" + member;
  }
}
