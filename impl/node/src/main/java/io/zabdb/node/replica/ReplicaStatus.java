package io.zabdb.node.replica;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Phase;
import io.zabdb.node.config.Durability;
import java.util.List;

/**
 * How a replica is.
 *
 * @param leader the member that leads in this epoch and that this replica is synchronized with,
 *     itself perhaps, or -1
 * @param epoch the last adopted
 * @param logLength entries in the log, purged ones included
 * @param pressure in levels, from 0
 * @param sizeBytes about what the store takes
 * @param lags of a leader: entries that each member has not acknowledged, {@link Long#MAX_VALUE}
 *     for one that is not there; else empty
 * @param diskFull whether the log waits for room
 */
public record ReplicaStatus(
    int group,
    int member,
    Datagram.Role role,
    Phase phase,
    int leader,
    long epoch,
    long logLength,
    long committed,
    long applied,
    long checkpoint,
    Zxid appliedZxid,
    int pressure,
    boolean compacting,
    long sizeBytes,
    List<Long> lags,
    Durability durability,
    boolean diskFull) {

  /** Whether it leads with a quorum behind it. */
  public boolean leads() {
    return role == Datagram.Role.LEADING && phase == Phase.BROADCAST;
  }

  /** Whether clients are served here or by the leader that it follows. */
  public boolean ready() {
    return phase == Phase.BROADCAST;
  }
}
