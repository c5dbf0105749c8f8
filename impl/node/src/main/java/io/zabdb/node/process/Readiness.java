package io.zabdb.node.process;

import io.zabdb.node.api.DiskRoom;
import io.zabdb.node.http.Health;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.status.ReplicaStatus;
import java.util.ArrayList;
import java.util.List;

/** Decides whether a node can serve. */
final class Readiness {

  private Readiness() {}

  /**
   * A node that runs.
   *
   * @param replicas all it should have
   */
  static Health of(List<ReplicaStatus> status, int replicas, DiskRoom disk, NodeHealth health) {
    List<String> reasons = new ArrayList<>();
    if (status.size() < replicas) {
      reasons.add(status.size() + " of " + replicas + " replicas have started");
    }
    for (ReplicaStatus replica : status) {
      if (replica.learns()) {
        reasons.add(
            "the replica of group "
                + replica.group()
                + " has a new disk, and has not been admitted by its group yet");
      } else if (!replica.ready()) {
        reasons.add(
            "the replica of group "
                + replica.group()
                + " is "
                + replica.role()
                + " in phase "
                + replica.phase());
      }
      if (replica.diskFull()) {
        reasons.add("the replica of group " + replica.group() + " waits for room on the disk");
      }
    }
    if (disk.isShort()) {
      reasons.add("only " + disk.freeBytes() + " bytes are free on the disk");
    }
    reasons.addAll(health.reasons());
    return new Health(reasons);
  }
}
