package io.zabdb.bench.compaction;

import io.zabdb.bench.load.Latency;
import io.zabdb.bench.timeline.Bucket;
import io.zabdb.bench.timeline.Shares;
import java.util.List;
import java.util.Map;

/**
 * One run. Seconds are since its begin. A compaction is one that reads at least {@link
 * RunAnalysis#MIN_BYTES}.
 *
 * @param round from 1
 * @param all of the operations that succeeded
 * @param quiet of those meanwhile no node compacted
 * @param compacting of the others
 * @param leaderCompacting of those meanwhile the leader compacted
 * @param errors operations that failed, by name
 * @param shares of the time, by how many nodes compacted
 * @param heavyShares the same, of heavy compactions alone: of {@link RunAnalysis#HEAVY_BYTES} on
 * @param transfers that leaders made as planned; all other changes are elections
 * @param limits of the nodes, for people; empty if there are none
 */
record RunResult(
    Policy policy,
    String mix,
    int round,
    double seconds,
    Latency all,
    Latency quiet,
    Latency compacting,
    Latency leaderCompacting,
    Map<String, Long> errors,
    Shares shares,
    Shares heavyShares,
    long transfers,
    List<Change> changes,
    List<Task> tasks,
    List<NodeCost> nodes,
    List<Reigned> reigns,
    List<Bucket> timeline,
    String limits,
    List<String> warnings) {

  private static final double MIN_QUIET_SECONDS = 1;

  RunResult {
    errors = Map.copyOf(errors);
    changes = List.copyOf(changes);
    tasks = List.copyOf(tasks);
    nodes = List.copyOf(nodes);
    reigns = List.copyOf(reigns);
    timeline = List.copyOf(timeline);
    warnings = List.copyOf(warnings);
  }

  double perSecond() {
    return all.count() / seconds;
  }

  /**
   * What hiding every compaction perfectly would give: operations a second while no node compacted,
   * as a multiple of those of the whole run; NaN if that was hardly ever.
   */
  double ceiling() {
    double quiet = shares.none() * seconds;
    return quiet < MIN_QUIET_SECONDS ? Double.NaN : this.quiet.count() / quiet / perSecond();
  }

  /** The compactions of all nodes, by their start. */
  List<Task> compactions() {
    return tasks.stream().filter(Task::heavy).toList();
  }

  /**
   * A new leader.
   *
   * @param silence before its first answer, in which no client had a success, in ms
   * @param pauses of each client, in ms, see {@link io.zabdb.bench.timeline.LeaderChange}
   */
  record Change(long epoch, double second, double silence, List<Double> pauses) {}

  /** Who led; -1 if not known. */
  record Reigned(int node, long epoch, double from, double to) {}

  /**
   * A flush or a compaction of a store that was under way in the run.
   *
   * @param kind flush or compaction
   * @param heavy whether it counts as a compaction
   * @param second of its start; below 0: before the run
   * @param seconds how long it took; NaN if it did not end in time to tell
   * @param leading whether the node led at some moment of it
   */
  record Task(
      int node,
      String kind,
      boolean heavy,
      String tree,
      String reason,
      double second,
      double seconds,
      int inputFiles,
      long inputBytes,
      int outputFiles,
      long outputBytes,
      int outputLevel,
      boolean leading) {

    /** Whether a leader would not begin it by default. */
    boolean isHeavy() {
      return heavy && inputBytes >= RunAnalysis.HEAVY_BYTES;
    }

    /** Whether it is a flush of more than next to nothing. */
    boolean isFlush() {
      return kind.equals("flush") && inputBytes >= RunAnalysis.MIN_BYTES;
    }
  }

  /**
   * What a node took.
   *
   * @param throttled share of the time in which it ran, in periods, that had to wait for processor
   *     time; NaN without a quota
   * @param countedBytes read and written that counted against its disk quota; -1 without
   * @param writtenBytes that it caused to be written
   */
  record NodeCost(int node, double throttled, long countedBytes, long writtenBytes) {}
}
