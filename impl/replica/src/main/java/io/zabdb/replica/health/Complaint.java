package io.zabdb.replica.health;

/**
 * That a node, or one of its replicas, suffers from something. Immutable.
 *
 * @param group of the replica, or {@link NodeHealth#NODE} for all of them
 * @param severity how bad it is
 * @param level of a strain: as much as a compaction pressure of so many levels; else 0
 * @param reason for people: what was measured, and the limit
 */
public record Complaint(Ailment ailment, int group, Severity severity, int level, String reason) {

  boolean concerns(int someGroup) {
    return group == NodeHealth.NODE || group == someGroup;
  }

  /** One sentence that names the replica or node concerned. */
  public String text() {
    return group == NodeHealth.NODE ? reason : "the replica of group " + group + ": " + reason;
  }
}
