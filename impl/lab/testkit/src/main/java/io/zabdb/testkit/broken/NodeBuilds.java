package io.zabdb.testkit.broken;

import java.util.List;

/** Of {@code impl/node} and {@code impl/peer}. */
final class NodeBuilds {

  private NodeBuilds() {}

  static List<BrokenBuild> all() {
    return List.of(
        build(
            "UnknownIsSure",
            "a node says of an update of which its replica knows no more that it was not made",
            "node.server.UpdateRequests",
            "errors.notLeader(group, topology.leader(group).member(), true)",
            "errors.notLeader(group, topology.leader(group).member(), false)"),
        build(
            "NotDoneIsDone",
            "a change whose condition did not hold is answered as made",
            "node.server.UpdateRequests",
            "updated.setDone(false);",
            "updated.setDone(true);"),
        build(
            "ForwardCutIsSure",
            "a forwarded update whose connection broke is answered as not made",
            "node.server.Forwarder",
            ": unavailable(node, failure.getMessage(), isUpdate);",
            ": unavailable(node, failure.getMessage(), false);"),
        build(
            "ForwardTimeoutIsSure",
            "a forwarded update that was not answered in time is answered as not made",
            "node.server.Forwarder",
            "did not answer in \" + patience + \" ms\", isUpdate)",
            "did not answer in \" + patience + \" ms\", false)"),
        build(
            "AnyoneAnswers",
            "whoever is at an address is taken for the node that is said to be there",
            "node.server.NodeLinks",
            "if (found == node) {",
            "if (found >= 0) {"),
        build(
            "ScansAreStale",
            "a page of a scan is read from whatever state the node has",
            "node.server.ReadRequests",
            "path(scan.getStale(), scan.getSpread()),",
            "path(true, false),"),
        build(
            "JoinsQuestion",
            "a read is answered by a question for a read point that was put before it came",
            "node.server.ReadPoints",
            "end(group, () -> answered(group, leader, reads, answer, failure))",
            """
            {
              List<SpreadRead> all = new ArrayList<>(reads);
              synchronized (later) {
                all.addAll(later.get(group));
                later.get(group).clear();
              }
              end(group, () -> answered(group, leader, all, answer, failure));
            }
            """),
        build(
            "CheckpointNameNotSynced",
            "the name of a checkpoint may be lost with the power",
            "node.files.CheckpointFolder",
            "Files.move(next, target, StandardCopyOption.ATOMIC_MOVE); DiskFiles.sync(directory);",
            "Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);"),
        build(
            "BehindCheckpointLost",
            "what came behind a checkpoint, while it was written, is lost",
            "peer.StreamInbox",
            "List<PeerFrame> behind = List.copyOf(held);",
            "List<PeerFrame> behind = List.of();"),
        build(
            "HungLoopVouchedFor",
            "a node vouches for groups whose event loop hangs",
            "peer.NodeWords",
            "if (now - lane.last > patience) {",
            "if (now < lane.last) {"),
        build(
            "AnyStartVouches",
            "a node that has started again vouches for what it knew before",
            "environment.peer.HeardMembers",
            "if (heard[member] && starts[member] != start) {",
            "if (now < 0) {"));
  }

  private static BrokenBuild build(
      String name, String breaks, String type, String before, String after) {
    return new BrokenBuild(name, breaks, "io.zabdb." + type, before, after);
  }
}
