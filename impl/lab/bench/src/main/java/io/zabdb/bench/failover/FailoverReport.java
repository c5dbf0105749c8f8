package io.zabdb.bench.failover;

import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Quantiles;
import io.zabdb.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that {@code bench failover} found.
 *
 * @param warnings about what blurs the figures
 * @param faults the rounds of each fault together
 */
record FailoverReport(
    Machine machine, List<String> warnings, int clients, List<Summary> faults, List<Round> rounds) {

  /**
   * The rounds of a fault. Times in milliseconds.
   *
   * @param givenUp rounds in which the leader gave up to hand over
   * @param notRecovered rounds in which not all clients succeeded again in time; the times are
   *     those of the rounds that recovered
   * @param gaps the longest one of each client in each round
   * @param violations updates that were lost or doubled
   */
  record Summary(
      String fault,
      int rounds,
      int givenUp,
      int notRecovered,
      Quantiles firstSuccess,
      Quantiles outage,
      Quantiles gaps,
      int successes,
      Map<String, Long> errors,
      int violations) {

    static Summary of(String fault, List<Round> rounds) {
      List<Round> recovered = all(rounds, Ending.recovered);
      Map<String, Long> errors = new TreeMap<>();
      rounds.forEach(
          round -> round.errors().forEach((name, count) -> errors.merge(name, count, Long::sum)));
      return new Summary(
          fault,
          rounds.size(),
          all(rounds, Ending.givenUp).size(),
          all(rounds, Ending.notRecovered).size(),
          Quantiles.of(recovered.stream().map(Round::firstSuccess).toList()),
          Quantiles.of(recovered.stream().map(Round::outage).toList()),
          Quantiles.of(recovered.stream().flatMap(round -> round.gaps().stream()).toList()),
          rounds.stream().mapToInt(Round::successes).sum(),
          errors,
          rounds.stream().mapToInt(round -> round.violations().size()).sum());
    }

    private static List<Round> all(List<Round> rounds, Ending ending) {
      return rounds.stream().filter(round -> round.ending() == ending).toList();
    }
  }

  static FailoverReport of(
      Machine machine, List<String> warnings, int clients, List<Round> rounds) {
    List<Summary> summaries = new ArrayList<>();
    for (String fault : rounds.stream().map(Round::fault).distinct().toList()) {
      summaries.add(
          Summary.of(fault, rounds.stream().filter(each -> each.fault().equals(fault)).toList()));
    }
    return new FailoverReport(machine, warnings, clients, summaries, rounds);
  }

  /** Whether no update was lost or doubled, and clients were served again in all rounds. */
  boolean holds() {
    return faults.stream().allMatch(each -> each.violations() == 0 && each.notRecovered() == 0);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("machine: ").append(machine.describe()).append('\n');
    text.append("load: ").append(clients).append(" clients, a write every few ms each\n");
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    text.append('\n').append(table());
    text.append(
        """

        Times are in ms. First success: from the fault to the first success of any client under a new
        leader. Gap: the longest time without a success of a client, over all clients and rounds.
        """);
    rounds.stream()
        .flatMap(round -> round.violations().stream().map(each -> line(round) + ": " + each))
        .forEach(each -> text.append(each).append('\n'));
    return text.toString();
  }

  private Table table() {
    Table table =
        new Table(
            "leader",
            "rounds",
            "first success: median",
            "p90",
            "max",
            "gap: median",
            "p90",
            "max",
            "writes",
            "lost or doubled",
            "errors");
    for (Summary each : faults) {
      List<String> cells = new ArrayList<>(List.of(each.fault()));
      cells.add(
          each.rounds()
              + (each.givenUp() == 0 ? "" : " (" + each.givenUp() + " given up)")
              + (each.notRecovered() == 0 ? "" : " (" + each.notRecovered() + " not recovered)"));
      cells.addAll(times(each.firstSuccess()));
      cells.addAll(times(each.gaps()));
      cells.add(Figures.whole(each.successes()));
      cells.add(Integer.toString(each.violations()));
      cells.add(each.errors().isEmpty() ? "none" : each.errors().toString());
      table.add(cells.toArray(String[]::new));
    }
    return table;
  }

  private static List<String> times(Quantiles millis) {
    return millis.count() == 0
        ? List.of("", "", "")
        : List.of(
            Figures.tenths(millis.median()),
            Figures.tenths(millis.p90()),
            Figures.tenths(millis.max()));
  }

  /** A round in one line. */
  static String line(Round round) {
    String name = round.fault() + " " + round.number();
    return switch (round.ending()) {
      case recovered ->
          name
              + ": first success after "
              + Figures.tenths(round.firstSuccess())
              + " ms, longest gap "
              + Figures.tenths(Quantiles.of(round.gaps()).max())
              + " ms";
      case givenUp -> name + ": given up, the leader leads on";
      case notRecovered -> name + ": not recovered";
    };
  }
}
