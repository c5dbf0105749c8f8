package io.zabdb.scale;

import io.zabdb.balance.load.Imbalance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What became of a day.
 *
 * @param last imbalance at its end
 * @param worst the worst of both since the scenario began
 * @param percentAbove of the minutes since then, how many had more than the bound
 * @param moved bytes that nodes received since then
 * @param least the least that they had to receive: what came nodes lack, or gone nodes had; 0 where
 *     leaderships might do
 * @param stored bytes of all replicas
 * @param groups numbers of groups that were used
 * @param named partitions with a key too hot for any move
 * @param returned partitions that came back within an hour
 * @param wholeMillis how long it took until no group was at a lost or leaving node
 * @param refusals what could not be done for groups
 * @param failures what does not hold; none if the day went well
 */
public record ScaleReport(
    ScaleOptions options,
    Imbalance last,
    double worst,
    double percentAbove,
    double moved,
    double least,
    double stored,
    int moves,
    int transfers,
    int groups,
    int named,
    int returned,
    long wholeMillis,
    List<String> refusals,
    List<String> failures) {

  private static final double GIB = 1L << 30;

  /** Whether something does not hold. */
  public boolean failed() {
    return !failures.isEmpty();
  }

  /** In words, a line for each thing. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    add(
        lines,
        "%s: %,d nodes, %,d partitions, %,.0f GiB in all replicas, 24 hours, seed %d",
        options.scenario().name().toLowerCase(Locale.ROOT),
        options.nodes(),
        options.partitions(),
        stored / GIB,
        options.seed());
    add(
        lines,
        "imbalance at the end: bytes %.3f, requests %.3f (below %.1f); worst %.2f, above %.1f%% of"
            + " the time",
        last.bytes(),
        last.requests(),
        ScaleJudge.MOST_IMBALANCE,
        worst,
        percentAbove);
    add(
        lines,
        "%,d moves, %,d leaderships; %,.0f GiB moved, %.1f%% of what is stored%s",
        moves,
        transfers,
        moved / GIB,
        100 * moved / stored,
        least == 0
            ? ""
            : String.format(
                Locale.ROOT,
                ", %.2f times the least possible, %,.0f GiB (at most 1.2)",
                moved / least,
                least / GIB));
    add(lines, "%,d groups were founded or there; back at a former owner: %d", groups, returned);
    if (wholeMillis > 0) {
      add(lines, "all groups whole again after %.1f hours", wholeMillis / 3.6e6);
    }
    add(
        lines,
        "%d partitions have a key too hot for any move (HOT_KEY); nodes that lead one do not count"
            + " for requests",
        named);
    refusals.forEach(each -> lines.add("NOT POSSIBLE: " + each));
    failures.forEach(each -> lines.add("FAILED: " + each));
    return lines;
  }

  private static void add(List<String> lines, String format, Object... values) {
    lines.add(String.format(Locale.ROOT, format, values));
  }
}
