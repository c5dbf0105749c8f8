package io.zabdb.testkit.broken;

import java.util.List;

/**
 * Of partitions that move between groups, and of groups that end: {@code impl/shard}, {@code
 * storage}, {@code replica}, {@code node}.
 */
final class MoveBuilds {

  private MoveBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "ReadableAfterSwitch",
            "a partition is read where it was when it is another group's",
            "shard.MovePhase",
            "return this == SERVING || this == COPYING || this == SEALED;",
            "return this == SERVING || this == COPYING || this == SEALED || this == SWITCHED;"),
        build(
            "WritableWhileSealed",
            "an update that is to wait while its partition is sealed is logged",
            "shard.TailAdmission",
            "return UpdateFate.HELD;",
            "return UpdateFate.ADMITTED;"),
        build(
            "ActiveBeforeSwitch",
            "a group serves a partition as soon as its copy is whole",
            "shard.PartitionLog",
            "case FINISH -> s.change(c.partition(), r -> r.in(MovePhase.READY));",
            "case FINISH -> activate(s, c.partition(), c.copied());"),
        build(
            "SameNumberAgain",
            "the next attempt has the number of the one before",
            "shard.MoveGuards",
            "return Math.max(s.recordOf(p).epoch(), s.floor()) + 1;",
            "return Math.max(1, s.recordOf(p).epoch());"),
        build(
            "NumberBelowFloor",
            "an attempt has a number that the group knows of by other partitions that it gave away",
            "shard.MoveGuards",
            "return Math.max(s.recordOf(p).epoch(), s.floor()) + 1;",
            "return s.recordOf(p).epoch() + 1;"),
        build(
            "NumbersForgotten",
            "the number of an attempt is forgotten with the record of its partition",
            "shard.MoveGuards",
            "return parts.stream().mapToLong(p -> s.recordOf(p).epoch()).reduce(s.floor(), Math::max);",
            "return s.floor();"),
        build(
            "TimeStaysBehind",
            "a group's time does not become that of a partition that comes",
            "shard.MoveGuards",
            "return Math.max(s.time(), copy.time());",
            "return s.time();"),
        build(
            "FilesUnsynced",
            "files of a partition that comes are promised before they are on disk",
            "node.move.PartWriter",
            "channel.force(true);",
            ""),
        build(
            "NamesUnsynced",
            "files of a partition that comes are promised before their names are on disk",
            "storage.engine.ArrivedFiles",
            "DiskFiles.sync(directory);",
            ""),
        build(
            "CatchTimeIsOwn",
            "an update of a partition that comes runs at the time of its new group",
            "storage.engine.Executor",
            "update.version(), update.time());",
            "update.version(), point.time());"),
        build(
            "CaughtDecidedAgain",
            "whether an update of a partition that comes is run its new group decides",
            "storage.engine.Executor",
            "if (caught.command().isPresent() && !isKnownOrLacking(run, partition)) {",
            "if (caught.command().isPresent() && !isKnownOrLacking(run, partition) && known(run, partition, caught.command().get()) == null) {"),
        build(
            "SessionsLeftBehind",
            "what is remembered of sessions does not come with a partition",
            "storage.engine.ArrivingPartitions",
            "overlay.put( TreeStore.SYSTEM, SystemRecords.lastRequestKey(part.name(), session), SystemRecords.lastRequest(last))",
            "java.util.Objects.hash(session, last)"),
        build(
            "ForgottenWhileNeeded",
            "files that a store may need after a crash are deleted",
            "storage.engine.ArrivingPartitions",
            "return record.epoch() > carrier.attempt() ||",
            "return record.epoch() >= carrier.attempt() ||"),
        build(
            "LackingForGood",
            "who lacks files does nothing about it",
            "replica.StoreRepair",
            "return !parts.turns().isOver() &&",
            "return false &&"),
        build(
            "SwitchedAheadOfLog",
            "a store is taken that is of more than the log holds",
            "replica.StoreRepair",
            "Math.min(schedule.deliverable(), state.get().synced()) >= length",
            "length > 0"),
        build(
            "NoRoomEndsIt",
            "a replica ends when there is no room for the store that it takes",
            "replica.StoreRepair",
            "e.code() != ErrorCode.DISK_FULL",
            "e.code() != null"),
        build(
            "AppliedTwice",
            "what a store that was taken holds is applied to it again",
            "replica.StoreRepair",
            "schedule.goOnBehind(offer.length());",
            ""),
        build(
            "OlderStoreTaken",
            "a store is taken that is older than what was applied",
            "replica.StoreRepair",
            "post.askForStore(parts.group(), length)",
            "post.askForStore(parts.group(), 0)"),
        build(
            "OldOwnerOnly",
            "who has no replica sends others to the owner of which it has heard, however old that is",
            "node.server.Errors",
            "|| doubts.incrementAndGet() % DOUBTS == 0);",
            "|| doubts.incrementAndGet() < 0);"),
        build(
            "VotersNotNoted",
            "who was removed forgets who votes since when it ends",
            "node.birth.BornGroups",
            "write(known.removedFrom(group, since));",
            "write(known.removedFrom(group, Optional.empty()));"),
        build(
            "EndUnheard",
            "a replica that was away does not hear that its group has ended",
            "node.server.GroupLearning",
            "ended.accept(known);",
            ""),
        build(
            "EndedSilent",
            "nobody speaks for a group that has ended",
            "node.server.EndedGroups",
            "new Letter(said, List.of(), 0)",
            "new Letter(List.of(), List.of(), 0)"),
        build(
            "EndedAils",
            "what ailed the replica of a group that has ended ails its node for ever",
            "replica.health.NodeHealth",
            "complaints.keySet().removeIf(place -> place.group() == group);",
            ""),
        build(
            "FounderDoesNotHear",
            "a founder takes no group that it was not told to take",
            "node.server.GroupTaking",
            "births.execute(() -> takeHeard(group));",
            "taking.remove(group.id());"),
        build(
            "AskedBeforeItHasBegun",
            "a replica that has not begun fails when it is asked",
            "replica.RunningReplica",
            "if (begun == null) {",
            "if (begun == null && running == null) {"),
        build(
            "MemberDoesNotHear",
            "a member that joined, and has another disk, does not take its group again",
            "node.server.GroupTaking",
            "topology.committedVoters(group.id()).isPresent() ? topology.votes(group.id()) : founds;",
            "founds;"));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb." + type, before, after);
  }
}
