package io.zabdb.bench.idle;

import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.report.Figures;
import io.zabdb.bench.report.Table;
import java.util.List;
import java.util.Locale;

/**
 * All that {@code bench idle} found.
 *
 * @param warnings about what blurs the figures
 * @param costs one for each number of groups; not empty
 */
record IdleReport(Machine machine, List<String> warnings, List<IdleCost> costs) {

  /** Aims: percent of a core that a node of so many groups takes, and memory for each group. */
  private static final double MOST_PROCESSOR = 5;

  private static final int AIMED_GROUPS = 64;
  private static final double MOST_BYTES = 1 << 20;

  /**
   * Memory that a node takes for a group more, in bytes: the difference between the most and the
   * fewest groups, of at least two numbers that were measured.
   */
  double bytesPerGroup() {
    IdleCost first = costs.get(0);
    IdleCost last = costs.get(costs.size() - 1);
    return (last.residentBytes() - first.residentBytes()) / (last.groups() - first.groups());
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append("machine: ").append(machine.describe()).append('\n');
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    Table table =
        new Table("groups", "processor, % of a core a node", "highest node", "MiB a node");
    for (IdleCost cost : costs) {
      table.add(
          Integer.toString(cost.groups()),
          Figures.tenths(cost.processor()),
          Figures.tenths(cost.highestProcessor()),
          Figures.mebibytes(cost.residentBytes()));
    }
    text.append('\n').append(table);
    costs.stream()
        .filter(cost -> cost.groups() == AIMED_GROUPS)
        .forEach(
            cost ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%naim: %d groups take at most %.0f%% of a core a node: %s%n",
                        AIMED_GROUPS,
                        MOST_PROCESSOR,
                        cost.processor() <= MOST_PROCESSOR ? "met" : "missed")));
    if (costs.size() > 1) {
      text.append(
          String.format(
              Locale.ROOT,
              "aim: a group takes at most 1 MiB of a node: %s (%.2f MiB)%n",
              bytesPerGroup() <= MOST_BYTES ? "met" : "missed",
              bytesPerGroup() / MOST_BYTES));
    }
    return text.toString();
  }
}
