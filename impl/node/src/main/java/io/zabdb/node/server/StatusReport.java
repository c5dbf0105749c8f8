package io.zabdb.node.server;

import io.zabdb.node.status.ReplicaStatus;
import io.zabdb.transport.wire.NodeStatus;

/** A replica's status as operators get it. */
final class StatusReport {

  private StatusReport() {}

  static NodeStatus.Replica.Builder of(ReplicaStatus status) {
    return NodeStatus.Replica.newBuilder()
        .setGroup(status.group())
        .setMember(status.member())
        .setRole(status.role().name())
        .setPhase(status.phase().name())
        .setLeaderPlusOne(status.leader() + 1)
        .setEpoch(status.epoch())
        .setLogLength(status.logLength())
        .setCommitted(status.committed())
        .setApplied(status.applied())
        .setCheckpoint(status.checkpoint())
        .setAppliedZxid(Conversions.zxid(status.appliedZxid()))
        .setPressure(status.pressure())
        .setSizeBytes(status.sizeBytes())
        .setCompacting(status.compacting())
        .addAllLags(status.lags().stream().map(lag -> lag == Long.MAX_VALUE ? -1L : lag).toList())
        .setDurability(status.durability().name());
  }
}
