package io.zabdb.node.server;

import io.zabdb.budget.MemoryUse;
import io.zabdb.node.config.PolicyName;
import io.zabdb.replica.status.GroupEvent;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.rpc.wire.Event;
import io.zabdb.rpc.wire.NodeStatus;

/** The status of a node and its replicas as operators get it. */
final class StatusReport {

  private StatusReport() {}

  static NodeStatus.Replica.Builder of(ReplicaStatus status, Topology topology) {
    NodeStatus.Replica.Builder report = replica(status);
    report.addAllVoters(topology.nodes(status.group(), status.voters().first()));
    report.addAllNextVoters(topology.nodes(status.group(), status.voters().second()));
    status.lastTransfer().ifPresent(last -> report.setLastTransfer(event(last, topology)));
    return report;
  }

  static Event.Builder event(GroupEvent event, Topology topology) {
    return Event.newBuilder()
        .setPeerNodePlusOne(topology.nodeOf(event.group(), event.peer()) + 1)
        .setNumber(event.number())
        .setTimeMillis(event.timeMillis())
        .setKind(event.kind().name())
        .setPeerPlusOne(event.peer() + 1)
        .setNanos(event.nanos())
        .setBytes(event.bytes())
        .setText(event.text());
  }

  static NodeStatus.Memory memory(MemoryUse use) {
    return NodeStatus.Memory.newBuilder()
        .setArea(use.purpose().area().label())
        .setPurpose(use.purpose().label())
        .setUsed(use.used())
        .setHighest(use.highest())
        .setFloor(use.floor())
        .setLimit(use.limit())
        .setWaiting(use.waiting())
        .setRefused(use.refused())
        .build();
  }

  private static NodeStatus.Replica.Builder replica(ReplicaStatus status) {
    return NodeStatus.Replica.newBuilder()
        .setGroup(status.group())
        .setMember(status.member())
        .setRole(status.role().name())
        .setPhase(status.phase().name())
        .setLeaderPlusOne(status.leader() + 1)
        .setEpoch(status.epoch())
        .setLogLength(status.logLength())
        .setSynced(status.synced())
        .setCommitted(status.committed())
        .setApplied(status.applied())
        .setCheckpoint(status.checkpoint())
        .setAppliedZxid(Conversions.zxid(status.appliedZxid()))
        .setPressure(status.pressure())
        .setSizeBytes(status.sizeBytes())
        .setCompacting(status.compacting())
        .setLearns(status.learns())
        .setLacksFiles(status.lacksFiles())
        .addAllLags(status.lags().stream().map(lag -> lag == Long.MAX_VALUE ? -1L : lag).toList())
        .setDurability(status.durability().name())
        .setSessions(status.sessions().records())
        .setSessionFloorMillis(status.sessions().floor())
        .setPolicy(PolicyName.of(status.policy()))
        .setScrubbedBytes(status.scrub().bytes())
        .setScrubPasses(status.scrub().passes())
        .setLastScrubMillis(status.scrub().lastPassMillis());
  }
}
