package io.zabdb.simulator.mutant;

import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenBuilds;
import java.util.List;

/** Broken builds that profile {@code node} of the simulator finds, and the seeds that do. */
final class RuntimeBugs {

  /**
   * @param seed of profile {@code node}, which finds the bug
   * @param property what is violated then
   */
  record Found(BrokenBuild build, long seed, String property) {}

  private RuntimeBugs() {}

  static List<Found> all() {
    return List.of(
        found("LogNotCut", 19, "EqualInTime"),
        found("NobodyAsked", 3, "Linearizable"),
        found("ReadTooEarly", 3, "Linearizable"),
        found("PurgedToSynced", 7, "Starts"),
        found("WaitingOvertakes", 68, "NoFailure"),
        found("NoRoomToCut", 88, "NoFailure"),
        found("NoRoomToApply", 3, "WritesInTime"),
        found("StopsAtCheckpoint", 7, "EqualInTime"),
        found("TailNotWritten", 1, "Starts"),
        found("MetadataNotSynced", 1, "SyncedIsKept"),
        found("SyncedWhenWritten", 1, "SyncedIsKept"),
        found("FailedSyncCounts", 72, "SyncedIsKept"),
        found("EpochToldUnwritten", 33, "SyncedIsKept"),
        found("AnsweredBeforeApplied", 4, "Linearizable"));
  }

  private static Found found(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property);
  }
}
