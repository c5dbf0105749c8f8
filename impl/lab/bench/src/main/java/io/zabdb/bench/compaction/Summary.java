package io.zabdb.bench.compaction;

import io.zabdb.bench.compaction.RunResult.NodeCost;
import io.zabdb.bench.compaction.RunResult.Task;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.report.Quantiles;
import io.zabdb.bench.timeline.Shares;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The rounds of a policy under a mix together. Figures are medians over rounds, latencies in
 * microseconds, if nothing else is said; NaN where there are none.
 *
 * @param timesFixed throughput, as a multiple of that of {@link Policy#fixed} in the same round
 * @param max of all rounds
 * @param quietP99 of operations meanwhile no node compacted
 * @param compactingP99 of the others
 * @param compactingRatio of both, in the same run
 * @param leaderP99 of operations meanwhile the leader compacted
 * @param leaderRatio of that and quietP99, in the same run
 * @param changes of leaders, in all rounds
 * @param transfers that were planned, in all rounds
 * @param silence of all clients at changes, in ms
 * @param pauses of each client at changes, in ms
 * @param flushes of memtables that hold at least {@link RunAnalysis#MIN_BYTES}
 * @param ceiling what hiding every compaction perfectly would give, as a multiple of this
 *     throughput
 * @param shares means
 * @param heavyShares the same, of heavy compactions alone
 * @param throttled mean over nodes and rounds, a share; NaN without quotas
 * @param writtenBytes of all nodes and rounds
 * @param countedBytes of these and of reads, under quotas; -1 without
 */
record Summary(
    Policy policy,
    String mix,
    int rounds,
    double perSecond,
    double timesFixed,
    double ceiling,
    double p50,
    double p99,
    double p999,
    double max,
    double quietP99,
    double compactingP99,
    double compactingRatio,
    double leaderP99,
    double leaderRatio,
    Map<String, Long> errors,
    int changes,
    long transfers,
    Waits silence,
    Waits pauses,
    List<Task> compactionTasks,
    int flushes,
    Shares shares,
    Shares heavyShares,
    double throttled,
    long writtenBytes,
    long countedBytes) {

  /** A p99 of fewer says nothing. */
  private static final int MIN_OPERATIONS = 100;

  /** How long clients waited, in ms; NaN if nobody did. */
  record Waits(double p50, double p99, double max) {

    static Waits of(List<Double> millis) {
      double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return new Waits(
          Quantiles.at(sorted, 0.5), Quantiles.at(sorted, 0.99), Quantiles.at(sorted, 1));
    }
  }

  /** All policies and mixes, in the order in which they were first run. */
  static List<Summary> of(List<RunResult> runs) {
    Map<String, List<RunResult>> cases = new LinkedHashMap<>();
    runs.forEach(
        run ->
            cases
                .computeIfAbsent(run.mix() + " " + run.policy(), first -> new ArrayList<>())
                .add(run));
    return cases.values().stream().map(each -> of(each, runs)).toList();
  }

  private static Summary of(List<RunResult> runs, List<RunResult> all) {
    RunResult first = runs.get(0);
    Map<String, Long> errors = new TreeMap<>();
    runs.forEach(
        run -> run.errors().forEach((name, count) -> errors.merge(name, count, Long::sum)));
    List<NodeCost> nodes = runs.stream().flatMap(run -> run.nodes().stream()).toList();
    boolean hasQuota = nodes.stream().allMatch(node -> node.countedBytes() >= 0);
    return new Summary(
        first.policy(),
        first.mix(),
        runs.size(),
        median(runs, RunResult::perSecond),
        median(runs, run -> timesFixed(run, all)),
        median(runs, RunResult::ceiling),
        median(runs, run -> run.all().p50()),
        median(runs, run -> run.all().p99()),
        median(runs, run -> run.all().p999()),
        runs.stream().mapToDouble(run -> run.all().max()).max().orElseThrow(),
        median(runs, run -> p99(run.quiet())),
        median(runs, run -> p99(run.compacting())),
        median(runs, run -> p99(run.compacting()) / p99(run.quiet())),
        median(runs, run -> p99(run.leaderCompacting())),
        median(runs, run -> p99(run.leaderCompacting()) / p99(run.quiet())),
        errors,
        runs.stream().mapToInt(run -> run.changes().size()).sum(),
        runs.stream().mapToLong(RunResult::transfers).sum(),
        Waits.of(changes(runs).map(RunResult.Change::silence).toList()),
        Waits.of(changes(runs).flatMap(change -> change.pauses().stream()).toList()),
        runs.stream().flatMap(run -> run.compactions().stream()).toList(),
        (int) runs.stream().flatMap(run -> run.tasks().stream()).filter(Task::isFlush).count(),
        meanShares(runs, RunResult::shares),
        meanShares(runs, RunResult::heavyShares),
        nodes.stream().mapToDouble(NodeCost::throttled).average().orElse(Double.NaN),
        nodes.stream().mapToLong(NodeCost::writtenBytes).sum(),
        hasQuota ? nodes.stream().mapToLong(NodeCost::countedBytes).sum() : -1);
  }

  private static Stream<RunResult.Change> changes(List<RunResult> runs) {
    return runs.stream().flatMap(run -> run.changes().stream());
  }

  /** NaN of too few operations to tell. */
  private static double p99(Latency latency) {
    return latency.count() < MIN_OPERATIONS ? Double.NaN : latency.p99();
  }

  private static double timesFixed(RunResult run, List<RunResult> all) {
    OptionalDouble fixed =
        all.stream()
            .filter(other -> other.policy() == Policy.fixed)
            .filter(other -> other.mix().equals(run.mix()) && other.round() == run.round())
            .mapToDouble(RunResult::perSecond)
            .findFirst();
    return fixed.isPresent() ? run.perSecond() / fixed.getAsDouble() : Double.NaN;
  }

  /** Of the rounds that have it. */
  private static double median(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return Quantiles.of(runs.stream().map(figure::applyAsDouble).filter(Double::isFinite).toList())
        .median();
  }

  private static double mean(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
    return runs.stream().mapToDouble(figure).average().orElseThrow();
  }

  private static Shares meanShares(List<RunResult> runs, Function<RunResult, Shares> of) {
    return new Shares(
        mean(runs, run -> of.apply(run).none()),
        mean(runs, run -> of.apply(run).minority()),
        mean(runs, run -> of.apply(run).quorum()));
  }

  int compactions() {
    return compactionTasks.size();
  }

  int byLeaders() {
    return (int) compactionTasks.stream().filter(Task::leading).count();
  }

  int heavy() {
    return (int) compactionTasks.stream().filter(Task::isHeavy).count();
  }

  int heavyByLeaders() {
    return (int) compactionTasks.stream().filter(Task::isHeavy).filter(Task::leading).count();
  }

  private DoubleStream ended() {
    return compactionTasks.stream().mapToDouble(Task::seconds).filter(Double::isFinite);
  }

  double longestSeconds() {
    return ended().max().orElse(Double.NaN);
  }

  double averageSeconds() {
    return ended().average().orElse(Double.NaN);
  }

  double totalSeconds() {
    return ended().sum();
  }

  /** By compactions whose end is known. */
  long readBytes() {
    return compactionTasks.stream()
        .filter(task -> Double.isFinite(task.seconds()))
        .mapToLong(Task::inputBytes)
        .sum();
  }

  /** The longest compactions whose end is known, the longest first. */
  List<Task> longest(int most) {
    return compactionTasks.stream()
        .filter(task -> Double.isFinite(task.seconds()))
        .sorted(Comparator.comparingDouble(Task::seconds).reversed())
        .limit(most)
        .toList();
  }
}
