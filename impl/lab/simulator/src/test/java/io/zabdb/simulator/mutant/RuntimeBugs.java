package io.zabdb.simulator.mutant;

import io.zabdb.testkit.broken.BrokenBuild;
import io.zabdb.testkit.broken.BrokenBuilds;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Broken builds that the profiles of whole nodes find, and the seeds that do. */
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
      return seed + (profile == SeedRun.class ? "" : " of `" + PROFILES.get(profile) + "`");
    }
  }

  private static final Map<Class<?>, String> PROFILES =
      Map.of(
          SplitSeedRun.class,
          "splits",
          MoveSeedRun.class,
          "moves",
          EndSeedRun.class,
          "ends",
          BirthSeedRun.class,
          "births",
          ElasticSeedRun.class,
          "elastic",
          PeriodicSeedRun.class,
          "periodic");

  private RuntimeBugs() {}

  static List<Found> all() {
    return List.of(
        found("LogNotCut", 19, "EqualInTime"),
        found("NobodyAsked", 3, "Linearizable"),
        found("ReadTooEarly", 3, "Linearizable"),
        found("PointNotAwaited", 6, "Linearizable"),
        found("PurgedToSynced", 7, "Starts"),
        found("WaitingOvertakes", 359, "NoFailure"),
        found("NoRoomToCut", 88, "NoFailure"),
        found("NoRoomToApply", 3, "RoomInTime"),
        found("StopsAtCheckpoint", 11, "EqualInTime"),
        found("TailNotWritten", 1, "Starts"),
        found("MetadataNotSynced", 1, "SyncedIsKept"),
        found("SyncedWhenWritten", 11, "SyncedIsKept"),
        found("FailedSyncCounts", 158, "SyncedIsKept"),
        found("EpochToldUnwritten", 33, "SyncedIsKept"),
        found("AnsweredBeforeApplied", 1, "Linearizable"),
        foundByPeriodic("CountedWhileBusy", 26, "SyncedIsKept"),
        foundBySplits("NextLeaderDoesNotEnd", 4, "ShardingEndsInTime"),
        foundBySplits("LateLeaderAsksNothing", 83, "ShardingEndsInTime"),
        foundByMoves("ReadableAfterSwitch", 1226, "Linearizable"),
        foundByMoves("WritableWhileSealed", 4, "NoFailure"),
        foundByMoves("ActiveBeforeSwitch", 1, "OneOwner"),
        foundByMoves("SameNumberAgain", 2, "EqualInTime"),
        foundByMoves("NumbersForgotten", 37, "MovesEndInTime"),
        foundByMoves("SessionsLeftBehind", 100, "Linearizable"),
        foundByMoves("ForgottenWhileNeeded", 100, "QuorumIsWhole"),
        foundByMoves("LackingForGood", 12, "WholeInTime"),
        foundByMoves("SwitchedAheadOfLog", 6298, "NoFailure"),
        foundByMoves("NoRoomEndsIt", 317, "NoFailure"),
        foundByMoves("OlderStoreTaken", 194, "WholeInTime"),
        foundByMoves("DiskCountsUnasked", 54, "QuorumIsWhole"),
        foundByEnds("EndUnheard", 4, "GoneInTime"),
        foundByEnds("EndedSilent", 205, "MovesEndInTime"),
        foundByBirths("FounderDoesNotHear", 3, "TakenInTime"),
        foundByBirths("AskedBeforeItHasBegun", 16, "NoFailure"),
        foundByBirths("EndedAils", 20, "RoomInTime"),
        foundByElastic("MemberDoesNotHear", 14, "TakenInTime"),
        foundByElastic("RemovedStays", 1, "GoneInTime"),
        foundByElastic("SameDiskJoins", 14, "TakenInTime"),
        foundByElastic("OtherDiskTold", 25, "TakenInTime"),
        foundByElastic("DiskNeverCounts", 13, "CountedInTime"),
        foundByElastic("ReturnedUnheard", 28141982, "WritesInTime"),
        foundByElastic("FilesUnasked", 149, "QuorumIsWhole"),
        foundByElastic("OldDiskVouches", 28_366_577, "QuorumIsWhole"),
        foundByElastic("OldOwnerOnly", 34_002_145, "ReadInTime"),
        foundByElastic("VotersNotNoted", 31_015_015, "ReadInTime"),
        foundByElastic("FoundingToldUnsynced", 28_112_559, "LeaderInTime"));
  }

  private static Found found(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, SeedRun.class);
  }

  private static Found foundByMoves(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, MoveSeedRun.class);
  }

  private static Found foundByEnds(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, EndSeedRun.class);
  }

  private static Found foundByBirths(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, BirthSeedRun.class);
  }

  private static Found foundByElastic(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, ElasticSeedRun.class);
  }

  private static Found foundByPeriodic(String build, long seed, String property) {
    return new Found(
        BrokenBuilds.named(build).orElseThrow(), seed, property, PeriodicSeedRun.class);
  }

  private static Found foundBySplits(String build, long seed, String property) {
    return new Found(BrokenBuilds.named(build).orElseThrow(), seed, property, SplitSeedRun.class);
  }
}
