package io.zabdb.replica;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.StateView;
import io.zabdb.core.zab.Replica;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.replica.status.ReplicaStatus;
import io.zabdb.storage.data.StorageException;
import io.zabdb.storage.engine.Snapshot;
import io.zabdb.storage.engine.StorageEngine;
import java.util.List;
import java.util.stream.LongStream;

/** Says how a replica is. By the loop. */
final class StatusDescription {

  private static final int NOBODY = -1;

  private final ReplicaParts parts;
  private final Replica core;
  private long size;

  StatusDescription(ReplicaParts parts, Replica core) {
    this.parts = parts;
    this.core = core;
  }

  ReplicaStatus describe() {
    StateView state = core.state();
    boolean leads = core.transferView().leads();
    Configuration voters = state.roster().configuration(parts.founders());
    int members = Long.SIZE - Long.numberOfLeadingZeros(voters.voters() | state.ackLeader());
    return new ReplicaStatus(
        parts.group(),
        state.self(),
        state.role(),
        state.phase(),
        knownLeader(state),
        state.currentEpoch(),
        state.historyLength(),
        state.synced(),
        state.lastCommitted(),
        parts.applier().applied().length(),
        state.checkpoint(),
        parts.applier().applied().zxid(),
        parts.sample().level(),
        parts.isCompacting(),
        size(),
        leads
            ? LongStream.range(0, members).map(m -> lag(state, (int) m)).boxed().toList()
            : List.of(),
        parts.settings().durability(),
        parts.waitsForRoom(),
        !voters.includes(state.self()) || !state.roster().counts(state.self(), state.disk()),
        parts.partitions().isLacking(),
        voters,
        parts.journal().policy(),
        parts.opened().store().engine().sessions(),
        parts.events().lastTransfer(),
        parts.scrubber().progress());
  }

  /** The member that leads as far as is known, or -1. */
  static int knownLeader(StateView state) {
    return state.phase() == Phase.BROADCAST ? state.leader() : NOBODY;
  }

  private static long lag(StateView state, int member) {
    boolean follows = Members.contains(state.ackLeader(), member);
    return follows ? state.historyLength() - state.acked(member) : Long.MAX_VALUE;
  }

  /** While the store is being replaced, as it was before. */
  private long size() {
    size = parts.opened().store().ifThere(StatusDescription::measure).orElse(size);
    return size;
  }

  static long measure(StorageEngine store) {
    try (Snapshot snapshot = store.snapshot()) {
      return snapshot.partitions().stream()
          .mapToLong(partition -> measure(store, partition.name()))
          .sum();
    }
  }

  /** About what a partition takes; zero for one that the store has not yet, or no more. */
  static long measure(StorageEngine store, String partition) {
    try {
      return store.size(partition, TokenRange.ALL);
    } catch (StorageException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      return 0;
    }
  }
}
