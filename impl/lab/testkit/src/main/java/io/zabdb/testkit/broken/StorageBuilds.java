package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/storage}. */
final class StorageBuilds {

  private StorageBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "LastTokenLost",
            "of what partitions become the last token is in no tree",
            "engine.ShardedPartitions",
            "long upTo = Math.min(one.upTo(), other.upTo());",
            "long upTo = Math.min(one.upTo(), other.upTo()) - 1;"),
        build(
            "MergeForgetsSessions",
            "a whole remembers no session of its parts",
            "engine.StructureChanges",
            "inherited = inherit(before, after, overlay);",
            ""),
        build(
            "LeftCellsStay",
            "what a part leaves in a tree that others have stays",
            "engine.Holdings",
            "LeftCells.delete(gone, partitions.values(), overlay);",
            ""),
        build(
            "RetryRunsAgain",
            "a request that was run is run again when it is logged again",
            "engine.Executor",
            "if (last != null && last.seq() == run.seq()) { return last.result(); }",
            ""),
        build(
            "OlderRequestRuns",
            "a request is run though its session has come further",
            "engine.Executor",
            "if (last != null && last.seq() > run.seq()) {",
            "if (last != null && last.seq() > run.seq() && run.seq() < 0) {"),
        build(
            "ForgottenSessionRuns",
            "a request is run though its session may have been forgotten",
            "engine.Executor",
            "if (last == null && generations.isTooOld(command.opened(), run.time())) {",
            "if (last == null && generations.isTooOld(command.opened(), run.time()) && run.seq() < 0) {"),
        build(
            "ConditionIgnored",
            "a change is made whether its condition holds or not",
            "engine.Executor",
            "&& !holds(conditional, writer)",
            "&& !holds(conditional, writer) && mutations.isEmpty()"),
        build(
            "BatchOfOne",
            "of a batch only the first change is made",
            "engine.Executor",
            "mutations.forEach(writer::write);",
            "writer.write(mutations.get(0));"),
        build(
            "TimeGoesBack",
            "the applied time is that of the last command",
            "engine.Executor",
            "long advanced = ReplicatedTime.advanced(point.time(), time);",
            "long advanced = time;"),
        build(
            "AppliedNotRecorded",
            "a store does not record how far it has come",
            "engine.Executor",
            "overlay.put(TreeStore.SYSTEM, SystemRecords.APPLIED_KEY, SystemRecords.applied(point));",
            ""),
        build(
            "SessionsNotRead",
            "a store that is opened, or replaced by a checkpoint, forgets what is pending of its sessions",
            "engine.PendingSessions",
            "pendingRequests = pending.putRequests(view);",
            "pendingRequests = 0;"),
        build(
            "SessionsNotConsolidated",
            "what is pending of sessions is deleted and not written into their records",
            "engine.PendingSessions",
            "pending.writeTo(overlay, kept);",
            ""),
        build(
            "GenerationsNotWritten",
            "a store does not record which sessions it keeps",
            "engine.RequestBatch",
            "KeptSessions.write(generations, overlay);",
            ""),
        build(
            "RowNotDeleted",
            "a row that is deleted stays",
            "engine.RowWriter",
            "deleteAll(CellKey.ofRow(row));",
            ""),
        build(
            "HiddenComesBack",
            "what is behind a deleted version comes back",
            "engine.RowWriter",
            "hidden.forEach(key -> overlay.delete(tree(key), key));",
            ""),
        build(
            "VisibleCollected",
            "a sweep deletes what can be seen",
            "engine.Collector",
            "if (!columns.enter(cursor)) {",
            "if (columns.enter(cursor)) {"),
        build(
            "ExpiredIsSeen",
            "cells that have expired are seen",
            "engine.VisibleColumns",
            "&& !isExpired(cursor)",
            ""),
        build(
            "CheckpointNotVerified",
            "the files of a checkpoint are not looked at before they are taken",
            "engine.TreeEngine",
            "Manifest.verify(directory, CHECKPOINT);",
            ""),
        build(
            "FlushOfOneTree",
            "a flush takes one tree to disk and leaves the others",
            "rocks.RocksDatabase",
            "db.flush(options, handles());",
            "db.flush(options, handle(TreeStore.SYSTEM));"),
        build(
            "NothingFlushed",
            "a flush takes nothing to disk",
            "rocks.RocksDatabase",
            "db.flush(options, handles());",
            "if (handles().isEmpty()) { db.flush(options); }"));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb.storage." + type, before, after);
  }
}
