package io.zabdb.replica.status;

import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.TransferPolicy;
import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Phase;
import io.zabdb.replica.settings.Durability;
import io.zabdb.storage.engine.SessionFigures;
import java.util.List;
import java.util.Optional;

/**
 * How a replica is. Immutable; a moment ago it was so.
 *
 * @param leader the member that leads in this epoch and that this replica is synchronized with,
 *     itself perhaps, or -1
 * @param epoch the last adopted
 * @param logLength entries in the log, purged ones included
 * @param synced how many of them are on disk
 * @param committed how many of them are known to be committed
 * @param applied how many of them the store has
 * @param checkpoint how many of them are purged from the log
 * @param pressure of compaction, in levels, from 0
 * @param sizeBytes about what the store takes
 * @param lags of a leader: entries that each member has not acknowledged, by member number up to
 *     the highest that votes or follows; {@link Long#MAX_VALUE} for one that is not there; else
 *     empty
 * @param diskFull whether the log waits for room
 * @param learns whether it is no member, or its disk is new to the group: its vote does not count
 * @param lacksFiles whether files of partitions that came by a move are not here
 * @param voters who votes, by the last entry of its log that says so
 * @param policy by which it chooses a successor when it leads
 * @param sessions how many are remembered
 * @param lastTransfer when it last handed leadership over, or was handed it
 * @param scrub what was read of its files to find damage
 */
public record ReplicaStatus(
    int group,
    int member,
    Role role,
    Phase phase,
    int leader,
    long epoch,
    long logLength,
    long synced,
    long committed,
    long applied,
    long checkpoint,
    Zxid appliedZxid,
    int pressure,
    boolean compacting,
    long sizeBytes,
    List<Long> lags,
    Durability durability,
    boolean diskFull,
    boolean learns,
    boolean lacksFiles,
    Configuration voters,
    TransferPolicy policy,
    SessionFigures sessions,
    Optional<GroupEvent> lastTransfer,
    ScrubProgress scrub) {

  public ReplicaStatus {
    lags = List.copyOf(lags);
  }

  /** Whether it leads with a quorum behind it. */
  public boolean leads() {
    return role == Role.LEADING && phase == Phase.BROADCAST;
  }

  /** Whether clients are served here or by the leader that it follows, and its vote counts. */
  public boolean ready() {
    return role != Role.LOOKING && phase == Phase.BROADCAST && !learns;
  }
}
