package io.zabdb.testkit.broken;

import java.util.List;

/** Builds that break what becomes of members that were removed. */
final class MemberBuilds {

  private MemberBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "RemovedStays",
            "the replica of a member that was removed stays for ever",
            "replica.RemovalWatch",
            "removed.run();",
            ""),
        build(
            "RemovedEarly",
            "a replica goes when its removal is in its log, committed or not",
            "replica.RemovalWatch",
            "return state.rosterPlace() <= state.lastCommitted()",
            "return true"),
        build(
            "RemovalUntold",
            "a replica that follows nobody is not told that it was removed",
            "replica.RemovalWatch",
            "isTold |= disk == state.disk();",
            ""),
        build(
            "OtherDiskTold",
            "a replica goes when others say of another disk of its node that it has left",
            "replica.RemovalWatch",
            "isTold |= disk == state.disk();",
            "isTold = true;"),
        build(
            "SameDiskJoins",
            "a member that was removed comes back with the disk that its node is about to drop",
            "core.group.Roster",
            "return member >= disks.length || disks[member] != disk;",
            "return true;"),
        build(
            "ReturnedUnheard",
            "what is wrong with a replica is not heard of, once its group has had another one here",
            "replica.ReplicaDriver",
            "context.health().begun(settings.identity().group());",
            ""),
        build(
            "FilesUnasked",
            "members change whoever has the files of partitions that came",
            "replica.WishedMembers",
            "isBegun || !mayLead",
            "true"),
        build(
            "DiskCountsUnasked",
            "a member whose disk was replaced counts once it has the log, whatever files it lacks",
            "core.zab.LeaderRoster",
            "return !context.settings.hasFiles() && mayCount(roster, member);",
            "return mayCount(roster, member);"),
        build(
            "DiskNeverCounts",
            "a member whose disk was replaced is not heard when it says that it is whole",
            "replica.ReplacedDisks",
            "parts.turns().step(new Input.MemberIsWhole(Long.numberOfTrailingZeros(left)));",
            ""),
        build(
            "OldDiskVouches",
            "a member is taken to have files that it has dropped, or lost with its disk, since",
            "replica.QuorumFiles",
            "connected[member]++;",
            ""),
        build(
            "SwitchesWhileInstalling",
            "a replica takes another member's store while it installs a checkpoint",
            "replica.StoreRepair",
            "!parts.turns().isSuspended()",
            "true"),
        build(
            "RoomUnheard",
            "nobody looks whether a disk has room while the core waits for the disk",
            "replica.Sampling",
            "if (turns.isOver()) {",
            "if (!turns.isOpen()) {"));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb." + type, before, after);
  }
}
