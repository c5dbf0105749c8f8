package io.zabdb.bench.compaction;

import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Table;
import java.util.List;
import java.util.Map;

/**
 * All that {@code bench compaction} found.
 *
 * @param warnings about what blurs the figures
 * @param load for people
 * @param limits of the nodes, for people
 * @param options of the nodes that differ from the defaults, but for those of the policies
 */
record CompactionReport(
    Machine machine,
    List<String> warnings,
    String load,
    String limits,
    Map<String, String> options,
    List<Summary> summaries) {

  private static final int LONGEST = 5;
  private static final double PERCENT = 100;
  private static final double BYTES_PER_MIB = 1 << 20;

  /** A run, in a line. */
  static String line(RunResult run) {
    return "%s operations/s, p99 %s ms, %d compactions, %d new leaders, %d errors"
        .formatted(
            Figures.whole(run.perSecond()),
            Figures.millis(run.all().p99()),
            run.compactions().size(),
            run.changes().size(),
            run.errors().values().stream().mapToLong(Long::longValue).sum());
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("machine: ").append(machine.describe()).append('\n');
    text.append("load: ").append(load).append('\n');
    text.append("limits: ").append(limits).append('\n');
    text.append("options of nodes:");
    options.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    text.append('\n');
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    text.append("\nTotals (ACaZoo, Figures 11 and 12)\n").append(totals());
    text.append("\nWhile nodes compact\n").append(compacting());
    text.append("\nNew leaders\n").append(changes());
    text.append("\nTasks, all nodes together (ACaZoo, Table I)\n").append(tasks());
    text.append("\nThe longest compactions\n").append(longest());
    text.append("\nTime with so many nodes compacting, % (ACaZoo, Figures 13 to 15)\n");
    text.append(shares());
    text.append("\nWhat nodes took\n").append(costs());
    text.append(errors());
    text.append(
        """

        Medians over the rounds; times are in ms. "x fixed" compares with fixed in the same round. The
        loop is closed: who waits for an answer asks for nothing meanwhile, so that long waits count
        as few. A compaction counts if it reads 1 MiB or more, and is heavy from 16 MiB on. The ceiling is
        what hiding every compaction perfectly would give, as a multiple of ops/s.
        """);
    return text.toString();
  }

  private Table totals() {
    Table table =
        new Table(
            "mix", "policy", "ops/s", "x fixed", "ceiling", "p50", "p99", "p99.9", "max", "errors");
    for (Summary each : summaries) {
      table.add(
          each.mix(),
          each.policy().name(),
          Figures.whole(each.perSecond()),
          ratio(each.timesFixed()),
          ratio(each.ceiling()),
          Figures.millis(each.p50()),
          Figures.millis(each.p99()),
          Figures.millis(each.p999()),
          Figures.millis(each.max()),
          Figures.whole(each.errors().values().stream().mapToLong(Long::longValue).sum()));
    }
    return table;
  }

  private Table compacting() {
    Table table =
        new Table("mix", "policy", "p99 none", "p99 any", "any/none", "p99 leader", "leader/none");
    for (Summary each : summaries) {
      table.add(
          each.mix(),
          each.policy().name(),
          millis(each.quietP99()),
          millis(each.compactingP99()),
          ratio(each.compactingRatio()),
          millis(each.leaderP99()),
          ratio(each.leaderRatio()));
    }
    return table;
  }

  private Table changes() {
    Table table =
        new Table(
            "mix",
            "policy",
            "changes",
            "transfers",
            "all silent: p50",
            "max",
            "a client: p50",
            "p99",
            "max");
    for (Summary each : summaries) {
      table.add(
          each.mix(),
          each.policy().name(),
          Integer.toString(each.changes()),
          Long.toString(each.transfers()),
          tenths(each.silence().p50()),
          tenths(each.silence().max()),
          tenths(each.pauses().p50()),
          tenths(each.pauses().p99()),
          tenths(each.pauses().max()));
    }
    return table;
  }

  private Table tasks() {
    Table table =
        new Table(
            "mix",
            "policy",
            "compactions",
            "by leaders",
            "heavy",
            "by leaders",
            "longest s",
            "average s",
            "total s",
            "MiB read",
            "MiB/s",
            "flushes");
    for (Summary each : summaries) {
      table.add(
          each.mix(),
          each.policy().name(),
          Integer.toString(each.compactions()),
          Integer.toString(each.byLeaders()),
          Integer.toString(each.heavy()),
          Integer.toString(each.heavyByLeaders()),
          seconds(each.longestSeconds()),
          seconds(each.averageSeconds()),
          seconds(each.totalSeconds()),
          Figures.mebibytes(each.readBytes()),
          tenths(each.readBytes() / BYTES_PER_MIB / each.totalSeconds()),
          Integer.toString(each.flushes()));
    }
    return table;
  }

  private Table longest() {
    Table table =
        new Table(
            "mix",
            "policy",
            "node",
            "led",
            "at s",
            "took s",
            "files",
            "MiB read",
            "MiB written",
            "MiB/s");
    for (Summary each : summaries) {
      for (RunResult.Task task : each.longest(LONGEST)) {
        table.add(
            each.mix(),
            each.policy().name(),
            Integer.toString(task.node()),
            task.leading() ? "yes" : "",
            seconds(task.second()),
            seconds(task.seconds()),
            Integer.toString(task.inputFiles()),
            tenths(task.inputBytes() / BYTES_PER_MIB),
            tenths(task.outputBytes() / BYTES_PER_MIB),
            tenths(task.inputBytes() / BYTES_PER_MIB / task.seconds()));
      }
    }
    return table;
  }

  private Table shares() {
    Table table =
        new Table(
            "mix", "policy", "none", "a minority", "a quorum", "heavy: a minority", "a quorum");
    for (Summary each : summaries) {
      table.add(
          each.mix(),
          each.policy().name(),
          tenths(PERCENT * each.shares().none()),
          tenths(PERCENT * each.shares().minority()),
          tenths(PERCENT * each.shares().quorum()),
          tenths(PERCENT * each.heavyShares().minority()),
          tenths(PERCENT * each.heavyShares().quorum()));
    }
    return table;
  }

  private Table costs() {
    Table table =
        new Table(
            "mix", "policy", "% of periods short of processor", "MiB written", "MiB under quota");
    for (Summary each : summaries) {
      table.add(
          each.mix(),
          each.policy().name(),
          tenths(PERCENT * each.throttled()),
          Figures.mebibytes(each.writtenBytes()),
          each.countedBytes() < 0 ? "" : Figures.mebibytes(each.countedBytes()));
    }
    return table;
  }

  private String errors() {
    StringBuilder text = new StringBuilder();
    for (Summary each : summaries) {
      if (!each.errors().isEmpty()) {
        text.append("errors of %s, %s: %s%n".formatted(each.mix(), each.policy(), each.errors()));
      }
    }
    return text.toString();
  }

  private static String millis(double micros) {
    return Double.isNaN(micros) ? "" : Figures.millis(micros);
  }

  private static String tenths(double figure) {
    return Double.isFinite(figure) ? Figures.tenths(figure) : "";
  }

  private static String seconds(double figure) {
    return Double.isNaN(figure) ? "" : "%.2f".formatted(figure);
  }

  private static String ratio(double figure) {
    return Double.isNaN(figure) ? "" : "%.2f".formatted(figure);
  }
}
