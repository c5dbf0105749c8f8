package io.zabdb.simulator.mutant;

import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenBuilds;
import java.util.List;
import java.util.function.LongFunction;

/** Broken builds that profiles {@code node} and {@code splits} find, and the seeds that do. */
final class RuntimeBugs {

  /**
   * @param seed which finds the bug
   * @param property what is violated then
   * @param profile runs seeds
   */
  record Found(
      BrokenBuild build,
      long seed,
      String property,
      Class<? extends LongFunction<String>> profile) {

    /** For people: profile {@code node} is meant if none is named. */
    String seedText() {
      return profile == SeedRun.class ? "" + seed : seed + " of `splits`";
    }
  }

  private RuntimeBugs() {}

  static List<Found> all() {
    return List.of(
        found("LogNotCut", 19, "EqualInTime"),
        found("NobodyAsked", 3, "Linearizable"),
        found("ReadTooEarly", 3, "Linearizable"),
        found("PurgedToSynced", 7, "Starts"),
        found("WaitingOvertakes", 68, "NoFailure"),
        found("NoRoomToCut", 88, "NoFailure"),
        found("NoRoomToApply", 3, "RoomInTime"),
        found("StopsAtCheckpoint", 11, "EqualInTime"),
        found("TailNotWritten", 31, "Starts"),
        found("MetadataNotSynced", 1, "SyncedIsKept"),
        found("SyncedWhenWritten", 11, "SyncedIsKept"),
        found("FailedSyncCounts", 72, "SyncedIsKept"),
        found("EpochToldUnwritten", 33, "SyncedIsKept"),
        found("AnsweredBeforeApplied", 1, "Linearizable"),
        foundBySplits("NextLeaderDoesNotEnd", 4, "ShardingEndsInTime"),
        foundBySplits("LateLeaderAsksNothing", 83, "ShardingEndsInTime"));
  }

  private static Found found(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, SeedRun.class);
  }

  private static Found foundBySplits(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, SplitSeedRun.class);
  }
}
