package io.zabdb.node.status;

import io.zabdb.core.message.Datagram.Role;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Phase;
import java.util.List;

/**
 * What a replica tells of itself. Immutable; a moment ago it was so.
 *
 * @param leader the member followed, this one if it leads; -1: none
 * @param epoch the current epoch
 * @param logLength how many entries the log has, purged ones included
 * @param committed how many of them are known to be committed
 * @param applied how many of them the store has
 * @param checkpoint how many of them are purged from the log
 * @param pressure of compaction, in levels
 * @param sizeBytes of the store, about
 * @param lags of a leader: entries that each member lacks, by member, -1 if it is not connected;
 *     otherwise empty
 */
public record ReplicaStatus(
    int group,
    int member,
    Role role,
    Phase phase,
    int leader,
    long epoch,
    long logLength,
    long committed,
    long applied,
    long checkpoint,
    Zxid appliedZxid,
    int pressure,
    long sizeBytes,
    boolean compacting,
    List<Long> lags) {

  public ReplicaStatus {
    lags = List.copyOf(lags);
  }

  /** Whether it leads with a quorum, or follows, in sync, one that does. */
  public boolean isReady() {
    return role != Role.LOOKING && phase == Phase.BROADCAST;
  }
}
