package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/replica}. */
final class RuntimeBuilds {

  private RuntimeBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "LateLeaderAsksNothing",
            "a leader that enters its epoch late logs what it is given",
            "RunningReplica",
            "if (changed.leader() == core.state().self()) {",
            "if (core.transferView().leads()) {"),
        build(
            "NextLeaderDoesNotEnd",
            "a leader does not go on with splits and merges of the one before",
            "RunningReplica",
            "resharding.established();",
            ""),
        build(
            "LogNotCut",
            "a follower does not cut its log",
            "Installing",
            """
            log.truncate(
                length,
                cut -> {
                  parts.rosters().cut(cut, length);
                  turns.resume();
                });
            """,
            "parts.loop().execute(turns::resume);"),
        build(
            "NobodyAsked",
            "a read asks nobody whether the replica still leads",
            "GroupReads",
            "public void linearizable(ReadCallback callback) {",
            """
            public void linearizable(ReadCallback callback) {
              if (callback != null) {
                stale(callback);
                return;
              }
            """),
        build(
            "PointNotAwaited",
            "a replica serves a read before it has heard of all that it must see",
            "ApplySchedule",
            "points.take(point, callbacks, deliverable, this::serve);",
            "serve(0, callbacks);"),
        build(
            "ReadTooEarly",
            "a read does not wait for what it must see",
            "ApplySchedule",
            "if (length <= applier.applied().length()) {",
            "if (length >= 0) {"),
        build(
            "PurgedToSynced",
            "the log is purged up to what is synced, not to a checkpoint",
            "Purging",
            "new LogPosition(checkpoint.length(), checkpoint.zxid())",
            """
            new LogPosition(
                replica.state().synced(),
                replica.state().entry(replica.state().synced()).zxid())
            """),
        build(
            "WaitingOvertakes",
            "what found no room is written behind what came later",
            "LogWriter",
            "List<Entry> all = new ArrayList<>(unwritten); all.addAll(waiting);",
            "List<Entry> all = new ArrayList<>(waiting); all.addAll(unwritten);"),
        build(
            "NoRoomToCut",
            "a cut that finds no room ends the process",
            "LogWriter",
            "return failure instanceof DiskFullException ||",
            "return"),
        build(
            "NoRoomToApply",
            "what found no room in the store is not applied later",
            "Applier",
            "putBack(batch);",
            ""),
        build(
            "StopsAtCheckpoint",
            "the applier does not go on behind a checkpoint that was installed",
            "Installing",
            "schedule.goOnBehind(kept.length());",
            "schedule.deliver(kept.length());"),
        build(
            "ReadsWhileInstalling",
            "the log is read for the applier while a checkpoint replaces it",
            "Installing",
            "schedule.stopReading();",
            ""),
        build(
            "SyncedWhenWritten",
            "an entry counts as synced once it is written",
            "LogWriter",
            "if (durability == Durability.SYNC || busy ||",
            "if (busy ||"),
        build(
            "CountedWhileBusy",
            "with durability periodic the log counts as it is while a worker changes it",
            "LogWriter",
            "|| busy || end.equals(told)",
            "|| end.equals(told)"),
        build(
            "FirmInMemory",
            "what other groups act upon is acknowledged in memory",
            "LogWrites",
            "log.countsAsSynced(firm.upTo());",
            "log.countsAsSynced(0);"),
        build(
            "AnsweredBeforeApplied",
            "updates are answered before they are applied",
            "Applier",
            "answers.answer(applied.length(),",
            "answers.answer(Long.MAX_VALUE,"),
        build(
            "NoResultIsSuccess",
            "an update of which the state has no result is answered as made",
            "Answers",
            "return () -> callback.forgotten(last.isPresent());",
            "return () -> callback.answered(new Result.Nothing(), answer.index());"),
        build(
            "CheckpointNotLoaded",
            "a checkpoint takes the place of the log, and not of the store",
            "Installing",
            "opened.checkpoints().load(kept, opened.store().engine());",
            ""),
        build(
            "RosterNotCut",
            "who votes by a part of the log that was cut is remembered",
            "Installing",
            "parts.rosters().cut(cut, length);",
            ""));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb.replica." + type, before, after);
  }
}
