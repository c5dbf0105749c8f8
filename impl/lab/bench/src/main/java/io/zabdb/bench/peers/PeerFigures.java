package io.zabdb.bench.peers;

import io.zabdb.bench.load.Latency;
import io.zabdb.bench.ops.OpsCase;
import io.zabdb.bench.report.Quantiles;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * One system with one mix: medians over the rounds. Times are in microseconds.
 *
 * @param perSecond operations that succeeded
 * @param serverMicros processor time of all servers for each operation; NaN if not known
 * @param clientMicros processor time of the load generator for each operation
 * @param residentBytes the most memory that one server held in any round
 * @param errors operations that failed, in all rounds, by name
 */
record PeerFigures(
    String mix,
    double perSecond,
    double p50,
    double p99,
    double p999,
    double max,
    double serverMicros,
    double clientMicros,
    long residentBytes,
    Map<String, Long> errors) {

  PeerFigures {
    errors = Map.copyOf(errors);
  }

  /**
   * Of all rounds.
   *
   * @param rounds at least one, of the same mix
   */
  static PeerFigures of(List<OpsCase> rounds) {
    return new PeerFigures(
        rounds.get(0).mix(),
        median(rounds, OpsCase::perSecond),
        latency(rounds, Latency::p50),
        latency(rounds, Latency::p99),
        latency(rounds, Latency::p999),
        latency(rounds, Latency::max),
        median(rounds, OpsCase::serverMicros),
        median(rounds, OpsCase::clientMicros),
        rounds.stream().mapToLong(OpsCase::mostResidentBytes).max().orElse(0),
        rounds.stream()
            .flatMap(round -> round.errors().entrySet().stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum)));
  }

  private static double latency(List<OpsCase> rounds, ToDoubleFunction<Latency> figure) {
    return median(rounds, round -> figure.applyAsDouble(round.all()));
  }

  private static double median(List<OpsCase> rounds, ToDoubleFunction<OpsCase> figure) {
    return Quantiles.of(rounds.stream().mapToDouble(figure).boxed().toList()).median();
  }
}
