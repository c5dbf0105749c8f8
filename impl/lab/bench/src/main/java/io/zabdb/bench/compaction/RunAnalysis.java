package io.zabdb.bench.compaction;

import io.zabdb.bench.compaction.RunResult.Change;
import io.zabdb.bench.compaction.RunResult.NodeCost;
import io.zabdb.bench.compaction.RunResult.Reigned;
import io.zabdb.bench.compaction.RunResult.Task;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.quota.QuotaUse;
import io.zabdb.bench.tasks.StoreLog;
import io.zabdb.bench.tasks.StoreTask;
import io.zabdb.bench.timeline.Bucket;
import io.zabdb.bench.timeline.LeaderChange;
import io.zabdb.bench.timeline.Reign;
import io.zabdb.bench.timeline.Shares;
import io.zabdb.bench.timeline.Span;
import io.zabdb.bench.timeline.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Puts together what clients saw and what stores did. For one run. */
final class RunAnalysis {

  /** Compactions that read less take a moment: they count as none. */
  static final long MIN_BYTES = 1 << 20;

  /** Heavy by default ({@code transfer-heavy-bytes}): no leader begins one. */
  static final long HEAVY_BYTES = 16 << 20;

  private static final int DIGITS = 3;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;

  private final Raw raw;
  private final Span window;
  private final List<Reign> reigns;
  private final List<Spans> compactions;
  private final Spans anyCompacts;
  private final Spans leaderCompacts;

  RunAnalysis(Raw raw) {
    this.raw = raw;
    window = new Span(0, raw.micros());
    reigns = Reign.of(raw.seen(), raw.changes(), raw.micros());
    compactions = compactions(MIN_BYTES);
    anyCompacts = Spans.union(compactions);
    leaderCompacts =
        Spans.union(
            reigns.stream()
                .filter(reign -> reign.node() != Reign.UNKNOWN)
                .map(reign -> compactions.get(reign.node()).within(reign.span()))
                .toList());
  }

  /** When each node compacted. */
  private List<Spans> compactions(long leastBytes) {
    return raw.logs().stream().map(log -> compactions(log, leastBytes)).toList();
  }

  private Spans compactions(StoreLog log, long leastBytes) {
    return Spans.of(
            log.tasks().stream()
                .filter(task -> task.isCompaction(leastBytes))
                .map(this::span)
                .toList())
        .within(window);
  }

  /** What has no end yet was under way until the end of the run. */
  private Span span(StoreTask task) {
    long start = task.startMicros() - raw.beginMicros();
    long end = task.hasEnded() ? task.endMicros() - raw.beginMicros() : raw.micros();
    return new Span(start, Math.max(start, end));
  }

  RunResult result(Policy policy, String mix, int round, Duration bucket) {
    Histogram all = histogram();
    Histogram quiet = histogram();
    Histogram compacting = histogram();
    Histogram leader = histogram();
    raw.samples()
        .visit(
            (end, latency) -> {
              if (end >= raw.micros()) {
                return;
              }
              long nanos = latency * NANOS_PER_MICRO;
              all.recordValue(nanos);
              boolean isBusy = anyCompacts.touches(end - latency, end);
              (isBusy ? compacting : quiet).recordValue(nanos);
              if (leaderCompacts.touches(end - latency, end)) {
                leader.recordValue(nanos);
              }
            });
    return new RunResult(
        policy,
        mix,
        round,
        raw.micros() / MICROS_PER_SECOND,
        Latency.of(all),
        Latency.of(quiet),
        Latency.of(compacting),
        Latency.of(leader),
        raw.errors(),
        Shares.of(compactions, window),
        Shares.of(compactions(HEAVY_BYTES), window),
        raw.after().transfers() - raw.before().transfers(),
        changes(),
        tasks(),
        nodes(),
        reigns.stream().map(RunAnalysis::reigned).toList(),
        Bucket.of(raw.samples(), TimeUnit.MILLISECONDS.toMicros(bucket.toMillis()), raw.micros()),
        raw.limits(),
        warnings());
  }

  private static Histogram histogram() {
    return new Histogram(TimeUnit.HOURS.toNanos(1), DIGITS);
  }

  private List<Change> changes() {
    return raw.changes().stream()
        .filter(change -> change.at() < raw.micros())
        .map(RunAnalysis::change)
        .toList();
  }

  private static Change change(LeaderChange change) {
    return new Change(
        change.epoch(),
        change.at() / MICROS_PER_SECOND,
        change.silence() / MICROS_PER_MILLI,
        change.pauses().stream().map(micros -> micros / MICROS_PER_MILLI).toList());
  }

  private static Reigned reigned(Reign reign) {
    return new Reigned(
        reign.node(),
        reign.epoch(),
        reign.span().start() / MICROS_PER_SECOND,
        reign.span().end() / MICROS_PER_SECOND);
  }

  private List<Task> tasks() {
    List<Task> tasks = new ArrayList<>();
    for (int node = 0; node < raw.logs().size(); node++) {
      for (StoreTask task : raw.logs().get(node).tasks()) {
        Span span = span(task);
        if (span.end() >= 0 && span.start() < raw.micros()) {
          tasks.add(task(node, task, span));
        }
      }
    }
    return tasks;
  }

  private Task task(int node, StoreTask task, Span span) {
    return new Task(
        node,
        task.kind().name().toLowerCase(Locale.ROOT),
        task.isCompaction(MIN_BYTES),
        task.tree(),
        task.reason(),
        span.start() / MICROS_PER_SECOND,
        task.seconds(),
        task.inputFiles(),
        task.inputBytes(),
        task.outputFiles(),
        task.outputBytes(),
        task.outputLevel(),
        reigns.stream()
                .filter(reign -> reign.node() == node)
                .anyMatch(
                    reign ->
                        reign.span().start() <= span.end() && span.start() < reign.span().end())
            || raw.led().get(node).touches(span.start(), span.end()));
  }

  private List<NodeCost> nodes() {
    List<NodeCost> nodes = new ArrayList<>();
    for (int node = 0; node < raw.after().writtenBytes().size(); node++) {
      long written = raw.after().writtenBytes().get(node) - raw.before().writtenBytes().get(node);
      if (raw.after().quotas().isEmpty()) {
        nodes.add(new NodeCost(node, Double.NaN, -1, written));
      } else {
        QuotaUse use = raw.after().quotas().get(node).since(raw.before().quotas().get(node));
        double throttled = use.periods() == 0 ? 0 : (double) use.throttledPeriods() / use.periods();
        nodes.add(new NodeCost(node, throttled, use.diskBytes(), written));
      }
    }
    return nodes;
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(raw.warnings());
    if (raw.dropped() > 0) {
      warnings.add(raw.dropped() + " operations did not fit into memory and are not counted");
    }
    for (int node = 0; node < raw.logs().size(); node++) {
      StoreLog log = raw.logs().get(node);
      if (log.fromMicros() > raw.beginMicros()) {
        warnings.add(
            "RocksDB has deleted its log of the first "
                + Math.round((log.fromMicros() - raw.beginMicros()) / MICROS_PER_SECOND)
                + " s of node "
                + node
                + ": what it did then is missing");
      }
      if (log.malformed() > 0) {
        warnings.add(
            log.malformed() + " lines of the log of RocksDB of node " + node + " make no sense");
      }
    }
    if (reigns.stream().anyMatch(reign -> reign.node() == Reign.UNKNOWN)) {
      warnings.add("who led in some epochs is not known: compactions of these leaders are missing");
    }
    return warnings;
  }
}
