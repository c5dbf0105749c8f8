package io.zabdb.bench.compaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.tasks.StoreLog;
import io.zabdb.bench.tasks.StoreTask;
import io.zabdb.bench.tasks.StoreTask.Kind;
import io.zabdb.bench.timeline.LeaderChange;
import io.zabdb.bench.timeline.Reign;
import io.zabdb.bench.timeline.Samples;
import io.zabdb.bench.timeline.Span;
import io.zabdb.bench.timeline.Spans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of 10 s: node 0 leads, then node 1 from 6 s on. */
class RunAnalysisTest {

  private static final long BEGIN = 1_795_298_000_000_000L;
  private static final long SECOND = 1_000_000;
  private static final int MIB = 1 << 20;

  private final Samples samples = new Samples();
  private final List<StoreLog> logs = new ArrayList<>();
  private List<Spans> led = List.of(Spans.of(List.of()), Spans.of(List.of()), Spans.of(List.of()));
  private Map<Long, Reign.Seen> seen = Map.of(1L, new Reign.Seen(0, 0), 2L, new Reign.Seen(1, 1));

  private static StoreTask task(Kind kind, double start, double end, long bytes) {
    long from = BEGIN + (long) (start * SECOND);
    long to = Double.isNaN(end) ? StoreTask.UNDER_WAY : BEGIN + (long) (end * SECOND);
    return new StoreTask(kind, "p", 7, "Full", from, to, 4, bytes, 2, bytes / 2, 6);
  }

  private void log(StoreTask... tasks) {
    logs.add(new StoreLog(List.of(tasks), 0, 0));
  }

  private RunResult result(Policy policy, int round) {
    CompactionTarget.Usage none = new CompactionTarget.Usage(List.of(), List.of(0L, 0L, 0L), 0);
    Raw raw =
        new Raw(
            BEGIN,
            10 * SECOND,
            samples,
            0,
            Map.of("TIMEOUT", 2L),
            List.of(new LeaderChange(2, 6 * SECOND, 4_000, List.of(5_000L, 7_000L))),
            seen,
            led,
            logs,
            none,
            new CompactionTarget.Usage(List.of(), List.of(3L * MIB, 0L, 0L), 1),
            "none",
            List.of("no quotas: not root"));
    return new RunAnalysis(raw).result(policy, "50/50", round, Duration.ofSeconds(1));
  }

  /** Operations of so many ms that end one after another, each 10 ms. */
  private void operations(double from, double to, int millis) {
    for (long at = (long) (from * SECOND); at < to * SECOND; at += 10_000) {
      samples.add(at, millis * 1_000L);
    }
  }

  private void busy() {
    log(
        task(Kind.COMPACTION, -1, 2, 30 * MIB),
        task(Kind.COMPACTION, 7, 8, 20 * MIB),
        task(Kind.FLUSH, 3, 3.1, 8 * MIB));
    log(task(Kind.COMPACTION, 1, 3, 10 * MIB), task(Kind.COMPACTION, 9, Double.NaN, MIB));
    log(task(Kind.COMPACTION, 4, 5, MIB - 1), task(Kind.COMPACTION, -3, -2, 9 * MIB));
    operations(0, 2, 30);
    operations(2, 3, 20);
    operations(3.2, 6, 5);
    operations(7, 8, 10);
    operations(9.01, 10, 40);
    // Behind the end.
    operations(10, 12, 500);
  }

  @Test
  void operationsByWhatNodesDidMeanwhile() {
    busy();
    RunResult run = result(Policy.coldest, 1);
    assertEquals(200 + 100 + 280 + 100 + 99, run.all().count());
    assertEquals(280, run.quiet().count());
    assertEquals(5_000, run.quiet().max(), 10);
    assertEquals(499, run.compacting().count());
    // Node 0 until 2 s, and those that were under way then; node 1 from 9 s on.
    assertEquals(200 + 2 + 99, run.leaderCompacting().count());
    assertEquals(40_000, run.leaderCompacting().max(), 50);
  }

  @Test
  void sharesTasksAndReigns() {
    busy();
    RunResult run = result(Policy.coldest, 1);
    assertEquals(0.1, run.shares().quorum(), 1e-9);
    assertEquals(0.4, run.shares().minority(), 1e-9);
    assertEquals(0.3, run.heavyShares().minority(), 1e-9, "30 and 20 MiB");
    assertEquals(0, run.heavyShares().quorum(), 1e-9);
    assertEquals(280 / 5.0 / 77.9, run.ceiling(), 1e-9, "half of the time nobody compacted");
    assertEquals(
        List.of(-1.0, 7.0, 3.0, 1.0, 9.0, 4.0),
        run.tasks().stream().map(RunResult.Task::second).toList());
    assertEquals(
        List.of(true, false, true, false, true, false),
        run.tasks().stream().map(RunResult.Task::leading).toList());
    assertEquals(4, run.compactions().size());
    assertEquals(
        List.of(new RunResult.Reigned(0, 1, 0, 5.996), new RunResult.Reigned(1, 2, 6, 10)),
        run.reigns());
    assertEquals(List.of(new RunResult.Change(2, 6, 4, List.of(5.0, 7.0))), run.changes());
    assertEquals(3L * MIB, run.nodes().get(0).writtenBytes());
  }

  /** Of a cluster with many groups. */
  @Test
  void whoLeadsAnyGroupCompactsAsALeader() {
    busy();
    Spans none = Spans.of(List.of());
    led = List.of(none, none, Spans.of(List.of(new Span(0, 5 * SECOND))));
    List<Integer> leaders =
        result(Policy.coldest, 1).tasks().stream()
            .filter(RunResult.Task::leading)
            .map(RunResult.Task::node)
            .distinct()
            .toList();
    assertEquals(List.of(0, 1, 2), leaders);
  }

  @Test
  void whatIsNotKnownIsWarnedOf() {
    logs.add(new StoreLog(List.of(), 0, BEGIN + 3 * SECOND));
    logs.add(new StoreLog(List.of(), 4, BEGIN - SECOND));
    log();
    seen = Map.of();
    List<String> warnings = result(Policy.coldest, 1).warnings();
    assertEquals(4, warnings.size(), warnings.toString());
    assertTrue(warnings.get(1).contains("the first 3 s of node 0"), warnings.get(1));
    assertTrue(warnings.get(2).contains("4 lines of the log of RocksDB of node 1"));
    assertTrue(warnings.get(3).contains("who led in some epochs is not known"));
  }

  @Test
  void theReportComparesWithinRounds() {
    busy();
    RunResult coldest = result(Policy.coldest, 1);
    operations(0, 1, 1);
    RunResult fixed = result(Policy.fixed, 1);
    RunResult alone = result(Policy.coldest, 2);
    List<Summary> summaries = Summary.of(List.of(coldest, fixed, alone));
    assertEquals(2, summaries.size());
    Summary summary = summaries.get(0);
    assertEquals(Policy.coldest, summary.policy());
    assertEquals(2, summary.rounds());
    assertEquals(779.0 / 879, summary.timesFixed(), 1e-9, "of the round that has both");
    assertEquals(829.0 / 10, summary.perSecond(), 1e-9, "the median of two");
    assertEquals(new Summary.Waits(6, 7, 7), summary.pauses());
    assertEquals(8, summary.compactions());
    assertEquals(4, summary.heavy());
    assertEquals(2, summary.heavyByLeaders());
    assertEquals(3, summary.longestSeconds(), 1e-9);
    assertEquals(2, summary.flushes());
    String text = report(summaries).text();
    assertTrue(text.contains("no quotas: not root"), text);
    assertTrue(text.contains("a=b"), text);
    assertTrue(text.contains("errors of 50/50, fixed: {TIMEOUT=2}"), text);
    assertTrue(
        text.lines().anyMatch(line -> line.matches("50/50 +coldest +83 +0.89 +0.[67].*")), text);
    assertTrue(
        text.lines().anyMatch(line -> line.matches("50/50 +fixed +50.0 +40.0 +10.0 +30.0 +0.0.*")),
        text);
    assertFalse(text.contains("NaN"), text);
  }

  private static CompactionReport report(List<Summary> summaries) {
    return new CompactionReport(
        new Machine("x", 2, 1, "Linux", "JVM", 0.1),
        List.of("no quotas: not root"),
        "some",
        "none",
        Map.of("a", "b"),
        summaries);
  }

  @Test
  void filesOfARunAndOfAll(@TempDir Path folder) throws IOException {
    busy();
    RunResult run = result(Policy.coldest, 1);
    RunFiles files = new RunFiles(folder.resolve("new"));
    files.write(run);
    files.write(report(Summary.of(List.of(run))));
    assertTrue(files.cannotDraw().isEmpty(), files.cannotDraw().toString());
    try (Stream<Path> written = Files.list(folder.resolve("new"))) {
      assertEquals(
          List.of(
              "50-50-coldest-1-tasks.csv",
              "50-50-coldest-1-timeline.csv",
              "50-50-coldest-1.json",
              "50-50-coldest-1.png",
              "50-50-coldest-1.svg",
              "p99.png",
              "p99.svg",
              "report.json",
              "shares-50-50.png",
              "shares-50-50.svg",
              "throughput.png",
              "throughput.svg"),
          written.map(file -> file.getFileName().toString()).sorted().toList());
    }
    List<String> lines = Files.readAllLines(folder.resolve("new/50-50-coldest-1-timeline.csv"));
    assertEquals(11, lines.size());
    assertEquals("second,operations,perSecond,p50,p99,max", lines.get(0));
    assertTrue(lines.get(1).startsWith("0.0,100,100.0,30."), lines.get(1));
  }
}
