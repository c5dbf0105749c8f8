package io.zabdb.replica;

import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.Complaint;
import io.zabdb.replica.health.HealthListener;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.replica.status.EventLog;
import io.zabdb.replica.status.GroupEvent.Kind;

/** The part of a node's health that concerns one replica; tells events of it. Thread-safe. */
final class ReplicaHealth implements HealthListener {

  private final NodeHealth health;
  private final int group;
  private final EventLog log;
  private final Runnable changed;

  private ReplicaHealth(NodeHealth health, int group, EventLog log, Runnable changed) {
    this.health = health;
    this.group = group;
    this.log = log;
    this.changed = changed;
  }

  /**
   * Listens from now on.
   *
   * @param changed is called after each change that concerns the replica, by whoever measures
   */
  static ReplicaHealth of(NodeHealth health, int group, EventLog log, Runnable changed) {
    ReplicaHealth part = new ReplicaHealth(health, group, log, changed);
    health.listen(part);
    return part;
  }

  /** The replica has ended. */
  void close() {
    health.forget(this);
  }

  /** The pressure of the replica, in levels: that of its compactions, or of what strains it. */
  int pressure(int compactions) {
    return Math.max(compactions, health.level(group));
  }

  /** Whether the replica may lead. */
  boolean isFit() {
    return !health.isUnfit(group);
  }

  /** Log or store wait for room on the disk, or not. */
  void waitsForRoom(boolean waits) {
    if (waits) {
      health.unfit(Ailment.DISK_ROOM, group, "waits for room on the disk");
    } else {
      health.cleared(Ailment.DISK_ROOM, group);
    }
  }

  /** Whether the disk has too little room for updates. */
  boolean isShortOfRoom() {
    return health.worst(Ailment.DISK_ROOM) > 0;
  }

  @Override
  public void ails(Complaint complaint) {
    tell(Kind.AILS, complaint, ", " + complaint.severity());
  }

  @Override
  public void recovered(Complaint last) {
    tell(Kind.RECOVERED, last, "");
  }

  private void tell(Kind kind, Complaint complaint, String how) {
    if (complaint.group() == NodeHealth.NODE || complaint.group() == group) {
      log.add(kind, -1, 0, 0, complaint.ailment() + how + ": " + complaint.reason());
      changed.run();
    }
  }
}
