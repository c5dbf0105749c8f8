package io.zabdb.bench.peers;

import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.SyncRate;
import io.zabdb.bench.peers.system.PeerSystem;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All that {@code bench peers} found.
 *
 * @param warnings about what blurs the figures
 * @param clients how many, in a closed loop
 * @param mixes such as {@code writes}
 * @param results those that were measured; the first is what others are compared with
 * @param left why systems were not measured, or not in all rounds, by their names
 */
record PeersReport(
    Machine machine,
    SyncRate disk,
    List<String> warnings,
    long rows,
    int valueBytes,
    int clients,
    long seconds,
    long warmUpSeconds,
    int rounds,
    List<String> mixes,
    List<PeerResult> results,
    Map<String, String> left) {

  PeersReport {
    warnings = List.copyOf(warnings);
    mixes = List.copyOf(mixes);
    results = List.copyOf(results);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("machine: ").append(machine.describe()).append('\n');
    text.append("disk: ").append(disk.describe()).append('\n');
    text.append("load: ").append(load()).append('\n');
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    text.append('\n').append(table()).append('\n');
    for (PeerResult each : results) {
      text.append(
          "%s: a write is %s, a read is %s. %s%n"
              .formatted(
                  each.title(),
                  each.promise().write(),
                  each.promise().read(),
                  each.promise().text()));
    }
    left.forEach((name, why) -> text.append(name).append(' ').append(why).append('\n'));
    text.append(
        """

        Times are in ms, medians over the rounds. Each system ran alone, with %d servers and the load
        generator on this machine. The loop is closed: who waits for an answer asks for nothing
        meanwhile, so pauses are counted less than an open load would see them.
        """
            .formatted(PeerSystem.SERVERS));
    return text.toString();
  }

  private String load() {
    return "%d clients, %s rows, values of %s bytes that cannot be compressed; %d round(s) of %d s for each mix, after %d s of warming up"
        .formatted(
            clients,
            Figures.whole(rows),
            Figures.whole(valueBytes),
            rounds,
            seconds,
            warmUpSeconds);
  }

  private Table table() {
    Table table =
        new Table(
            "mix",
            "system",
            "ops/s",
            "of the first",
            "p50",
            "p99",
            "p99.9",
            "max",
            "server us/op",
            "load us/op",
            "MiB a server",
            "errors");
    for (String mix : mixes) {
      for (PeerResult each : results) {
        Optional<PeerFigures> found = each.figures(mix);
        found.ifPresent(
            figures ->
                table.add(
                    mix,
                    each.title(),
                    Figures.whole(figures.perSecond()),
                    "%.2f".formatted(ratio(mix, figures)),
                    Figures.millis(figures.p50()),
                    Figures.millis(figures.p99()),
                    Figures.millis(figures.p999()),
                    Figures.millis(figures.max()),
                    known(figures.serverMicros()),
                    known(figures.clientMicros()),
                    Figures.mebibytes(figures.residentBytes()),
                    errors(figures)));
      }
    }
    return table;
  }

  /** Throughput, as a multiple of what the first system had. */
  private double ratio(String mix, PeerFigures figures) {
    return results
        .get(0)
        .figures(mix)
        .map(first -> figures.perSecond() / first.perSecond())
        .orElse(Double.NaN);
  }

  private static String errors(PeerFigures figures) {
    return figures.errors().isEmpty()
        ? "0"
        : new TreeMap<>(figures.errors())
            .entrySet().stream()
                .map(error -> error.getKey() + " " + error.getValue())
                .collect(Collectors.joining(", "));
  }

  private static String known(double figure) {
    return Double.isNaN(figure) ? "" : Figures.tenths(figure);
  }

  /** The table of the README: a column for each system. */
  String markdown() {
    return new PeersMarkdown(this).text();
  }
}
