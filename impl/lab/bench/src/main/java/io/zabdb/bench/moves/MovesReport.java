package io.zabdb.bench.moves;

import io.zabdb.bench.load.Latency;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.moves.MovesBench.Found;
import io.zabdb.bench.moves.MovesBench.Round;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Quantiles;
import io.zabdb.bench.report.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * All that {@code bench moves} found.
 *
 * @param warnings about what blurs the figures
 */
record MovesReport(Machine machine, List<String> warnings, int clients, String mix, Found found) {

  private static final double BYTES_PER_MIB = 1 << 20;
  private static final double MICROS_PER_MILLI = 1_000;
  private static final double MOST_WAIT = 0.99;

  /** Medians over the rounds, of what is with moves against what is without. */
  record Ratios(double throughput, double readP99, double writeP99) {}

  /** Whether moves happened in each round, and no client saw an error. */
  boolean holds() {
    return errors().isEmpty()
        && !found.rounds().isEmpty()
        && found.rounds().stream().allMatch(round -> !round.moving().moves().isEmpty());
  }

  /** How many operations failed, by name. */
  Map<String, Long> errors() {
    Map<String, Long> all = new TreeMap<>();
    for (Round round : found.rounds()) {
      for (Half half : List.of(round.still(), round.moving())) {
        half.errors().forEach((name, count) -> all.merge(name, count, Long::sum));
      }
    }
    return all;
  }

  Ratios ratios() {
    return new Ratios(
        median(Half::perSecond),
        median(half -> half.reads().p99()),
        median(half -> half.writes().p99()));
  }

  private double median(ToDoubleFunction<Half> figure) {
    return Quantiles.of(
            found.rounds().stream()
                .map(
                    round ->
                        figure.applyAsDouble(round.moving()) / figure.applyAsDouble(round.still()))
                .toList())
        .median();
  }

  /** The longest wait of a client in a move, in milliseconds: the 99th of a hundred. */
  double waitP99() {
    return waitP99(Round::moving);
  }

  /** How long nobody took updates of the partition that moved, in milliseconds. */
  Quantiles pauses() {
    return Quantiles.of(
        found.rounds().stream()
            .flatMap(round -> round.moving().moves().stream())
            .map(Moved::pauseMillis)
            .filter(pause -> !pause.isNaN())
            .toList());
  }

  private double waitP99(Function<Round, Half> half) {
    double[] waits =
        found.rounds().stream()
            .flatMap(round -> half.apply(round).waits().stream())
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    return Quantiles.at(waits, MOST_WAIT);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("machine: ").append(machine.describe()).append('\n');
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    text.append("\nWithout clients:\n").append(idle());
    text.append("\nWith %d clients (%s):\n".formatted(clients, mix)).append(rounds());
    Ratios ratios = ratios();
    text.append(
        String.format(
            Locale.ROOT,
            """

            With moves against without, medians of %d round(s): throughput %.2f, p99 of reads %.2f, of writes
            %.2f. The longest wait of a client in a move (p99 over clients and moves): %.1f ms; in a second
            without: %.1f ms. Nobody took updates of the partition for %.1f ms (median), %.1f ms at most.
            Errors: %s
            """,
            found.rounds().size(),
            ratios.throughput(),
            ratios.readP99(),
            ratios.writeP99(),
            waitP99(),
            waitP99(Round::still),
            pauses().median(),
            pauses().max(),
            errors().isEmpty() ? "none" : errors()));
    return text.toString();
  }

  private Table idle() {
    Table table =
        new Table("move", "MiB", "s", "MiB/s", "sealed ms", "cpu s/GiB of a node", "written/byte");
    for (int i = 0; i < found.idle().size(); i++) {
      IdleMove move = found.idle().get(i);
      table.add(
          Integer.toString(i + 1),
          Figures.mebibytes(move.moved().bytes()),
          Figures.tenths(move.seconds()),
          Figures.tenths(move.moved().bytes() / BYTES_PER_MIB / move.seconds()),
          Figures.tenths(move.moved().pauseMillis()),
          Figures.tenths(move.cpuSecondsPerGib()),
          String.format(Locale.ROOT, "%.2f", move.writtenPerByte()));
    }
    return table;
  }

  private Table rounds() {
    Table table =
        new Table(
            "round",
            "ops/s",
            "reads p50",
            "p99",
            "p99.9",
            "writes p50",
            "p99",
            "p99.9",
            "longest",
            "moves",
            "MiB/s");
    for (int i = 0; i < found.rounds().size(); i++) {
      Round round = found.rounds().get(i);
      add(table, (i + 1) + ", still", round.still());
      add(table, (i + 1) + ", moving", round.moving());
    }
    return table;
  }

  private static void add(Table table, String name, Half half) {
    Latency reads = half.reads();
    Latency writes = half.writes();
    table.add(
        name,
        Figures.whole(half.perSecond()),
        Figures.tenths(reads.p50() / MICROS_PER_MILLI),
        Figures.tenths(reads.p99() / MICROS_PER_MILLI),
        Figures.tenths(reads.p999() / MICROS_PER_MILLI),
        Figures.tenths(writes.p50() / MICROS_PER_MILLI),
        Figures.tenths(writes.p99() / MICROS_PER_MILLI),
        Figures.tenths(writes.p999() / MICROS_PER_MILLI),
        Figures.tenths(Math.max(reads.max(), writes.max()) / MICROS_PER_MILLI),
        Integer.toString(half.moves().size()),
        Figures.tenths(half.bytes() / BYTES_PER_MIB / half.seconds()));
  }
}
