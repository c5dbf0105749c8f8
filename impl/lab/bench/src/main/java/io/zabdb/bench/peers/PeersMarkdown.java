package io.zabdb.bench.peers;

import io.zabdb.bench.report.Figures;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The table of a {@link PeersReport} as Markdown, with a column for each system. */
final class PeersMarkdown {

  private static final double MICROS_PER_MILLI = 1_000;

  private final PeersReport report;
  private final List<PeerResult> results;

  PeersMarkdown(PeersReport report) {
    this.report = report;
    results =
        report.results().stream()
            .filter(each -> report.mixes().stream().allMatch(mix -> each.figures(mix).isPresent()))
            .toList();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "%d clients, values of %s bytes".formatted(report.clients(), report.valueBytes()),
            PeerResult::title));
    text.append("|---|").append("---|".repeat(results.size())).append('\n');
    for (String mix : report.mixes()) {
      text.append(line(mix + " a second", each -> throughput(each, mix)));
      text.append(line(mix + ": p50, p99, p99.9 in ms", each -> latency(each, mix)));
      text.append(
          line(
              mix + ": processor time of the servers for one, us",
              figure(mix, (each, figures) -> Figures.whole(figures.serverMicros()))));
    }
    text.append(line("memory of a server, MiB", this::memory));
    text.append(line("asked for: write; read", this::asked));
    text.append(
        line("linearizable, as promised", each -> each.promise().linearizable() ? "yes" : "no"));
    return text.toString();
  }

  private String line(String head, Function<PeerResult, String> cell) {
    return results.stream().map(cell).collect(Collectors.joining(" | ", "| " + head + " | ", " |"))
        + "\n";
  }

  private static Function<PeerResult, String> figure(
      String mix, BiFunction<PeerResult, PeerFigures, String> text) {
    return each -> each.figures(mix).map(figures -> text.apply(each, figures)).orElse("");
  }

  /** With how it compares to the first system. */
  private String throughput(PeerResult result, String mix) {
    return figure(
            mix,
            (each, figures) -> {
              String text = Figures.whole(figures.perSecond());
              double first =
                  results.get(0).figures(mix).map(PeerFigures::perSecond).orElse(Double.NaN);
              return each == results.get(0)
                  ? text
                  : "%s (%.2f)".formatted(text, figures.perSecond() / first);
            })
        .apply(result);
  }

  private String latency(PeerResult result, String mix) {
    return figure(
            mix,
            (each, figures) ->
                "%.1f, %.0f, %.0f"
                    .formatted(
                        figures.p50() / MICROS_PER_MILLI,
                        figures.p99() / MICROS_PER_MILLI,
                        figures.p999() / MICROS_PER_MILLI))
        .apply(result);
  }

  private String memory(PeerResult result) {
    long most =
        report.mixes().stream()
            .flatMap(mix -> result.figures(mix).stream())
            .mapToLong(PeerFigures::residentBytes)
            .max()
            .orElse(0);
    return Figures.mebibytes(most);
  }

  private String asked(PeerResult result) {
    return result.promise().write() + "; " + result.promise().read();
  }
}
