package io.zabdb.bench.ops;

import io.zabdb.bench.floor.LogFloor;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.SyncRate;
import io.zabdb.bench.ops.OpsCase.NodeCost;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All that {@code bench ops} found.
 *
 * @param warnings about what blurs the figures
 * @param connections that the clients shared
 * @param floor of the log alone, by clients; empty if not measured
 */
record OpsReport(
    Machine machine,
    SyncRate disk,
    List<String> warnings,
    long rows,
    int valueBytes,
    int connections,
    double warmUpSeconds,
    List<OpsCase> cases,
    List<LogFloor.Result> floor) {

  OpsReport {
    warnings = List.copyOf(warnings);
    cases = List.copyOf(cases);
    floor = List.copyOf(floor);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("machine: ").append(machine.describe()).append('\n');
    text.append("disk: ").append(disk.describe()).append('\n');
    text.append(
        "load: %s rows, values of %s bytes that cannot be compressed, %d connection(s)%n"
            .formatted(Figures.whole(rows), Figures.whole(valueBytes), connections));
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    text.append('\n').append(throughput()).append('\n').append(costs());
    cases.stream()
        .filter(each -> !each.errors().isEmpty())
        .forEach(each -> text.append(errors(each)));
    if (!floor.isEmpty()) {
      text.append("\nThe log alone (one, synced, without network and store), entries as large:\n");
      text.append(floorTable());
    }
    text.append("\nTimes are in ms.\n").append(loops());
    return text.toString();
  }

  /** What times mean, by who asked. */
  private String loops() {
    String closed =
        """
        Clients ask in a closed loop: who waits for an answer asks for nothing meanwhile, so a
        pause delays requests that never count as slow (coordinated omission). What an open load would
        see of pauses is worse than p99.9: --rate measures it.
        """;
    String open =
        """
        Where a rate is given, operations begin at set times, whatever is unanswered, and their
        times count from these: a pause is told by all that were to begin in it.
        """;
    boolean isClosed = cases.stream().anyMatch(each -> each.rate() == 0);
    boolean isOpen = cases.stream().anyMatch(each -> each.rate() > 0);
    return (isClosed ? closed : "") + (isOpen ? open : "");
  }

  /** How many clients there were, or how many operations began in a second. */
  private static String load(OpsCase each) {
    return each.rate() > 0 ? Figures.whole(each.rate()) + "/s" : Integer.toString(each.clients());
  }

  private Table throughput() {
    Table table =
        new Table("mix", "clients", "ops/s", "p50", "p95", "p99", "p99.9", "max", "of the log");
    for (OpsCase each : cases) {
      List<String> cells = new ArrayList<>(List.of(each.mix(), load(each)));
      cells.add(Figures.whole(each.perSecond()));
      cells.addAll(times(each.all()));
      cells.add(ratio(each));
      table.add(cells.toArray(String[]::new));
    }
    return table;
  }

  /** The ratio to the log alone, where that says something: of writes. */
  private String ratio(OpsCase each) {
    return floor.stream()
        .filter(log -> log.clients() == each.clients() && each.reads().count() == 0)
        .map(log -> "%.2f".formatted(each.perSecond() / log.perSecond()))
        .findFirst()
        .orElse("");
  }

  private static List<String> times(Latency latency) {
    return List.of(
        Figures.millis(latency.p50()),
        Figures.millis(latency.p95()),
        Figures.millis(latency.p99()),
        Figures.millis(latency.p999()),
        Figures.millis(latency.max()));
  }

  private Table costs() {
    Table table =
        new Table(
            "mix",
            "clients",
            "server us/op",
            "each node us/op",
            "load us/op",
            "MiB a node",
            "MiB written",
            "syncs",
            "ops a sync");
    for (OpsCase each : cases) {
      double syncs = each.nodes().stream().mapToDouble(NodeCost::syncs).filter(n -> n > 0).sum();
      double perSync = each.writes().count() * each.nodes().size() / syncs;
      table.add(
          each.mix(),
          load(each),
          known(each.serverMicros()),
          each.nodes().stream()
              .map(node -> Figures.tenths(node.cpuMicros()))
              .collect(Collectors.joining(" ")),
          known(each.clientMicros()),
          Figures.mebibytes(each.mostResidentBytes()),
          Figures.mebibytes(each.nodes().stream().mapToLong(NodeCost::writtenBytes).sum()),
          syncs == 0 ? "" : Figures.whole(syncs),
          syncs == 0 || each.writes().count() == 0 ? "" : Figures.tenths(perSync));
    }
    return table;
  }

  private static String known(double figure) {
    return Double.isNaN(figure) ? "" : Figures.tenths(figure);
  }

  private static String errors(OpsCase each) {
    return "errors of "
        + each.mix()
        + (each.rate() > 0 ? " at " + load(each) : " with " + each.clients() + " clients")
        + ": "
        + each.errors().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(error -> error.getKey() + " " + error.getValue())
            .collect(Collectors.joining(", "))
        + "\n";
  }

  private Table floorTable() {
    Table table = new Table("clients", "entries/s", "p50", "p95", "p99", "p99.9", "max", "syncs/s");
    for (LogFloor.Result each : floor) {
      List<String> cells = new ArrayList<>(List.of(Integer.toString(each.clients())));
      cells.add(Figures.whole(each.perSecond()));
      cells.addAll(times(each.latency()));
      cells.add(Figures.whole(each.syncsPerSecond()));
      table.add(cells.toArray(String[]::new));
    }
    return table;
  }
}
