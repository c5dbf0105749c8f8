package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;

/** When the leader of an epoch commits ({@code specs/zab/Commitment.tla}). */
abstract class LeaderCommitment extends LeaderDiscovery {

  protected LeaderCommitment(Context context) {
    super(context);
  }

  /**
   * {@code Commitment!OnDiskAtQuorum}: the greatest length that a quorum is known to have on disk,
   * of the members in the epoch; 0 if none.
   */
  protected long onDiskAtQuorum() {
    long best = 0;
    for (int member = 0; member < acked.length; member++) {
      if (Members.contains(ackLeader, member)
          && acked[member] > best
          && isQuorum(holding(acked[member]))) {
        best = acked[member];
      }
    }
    return best;
  }

  /** The members in the epoch that are known to have so much on disk. */
  protected long holding(long length) {
    long holders = 0;
    for (int member = 0; member < acked.length; member++) {
      if (Members.contains(ackLeader, member) && acked[member] >= length) {
        holders = Members.with(holders, member);
      }
    }
    return holders;
  }

  /** {@code Commitment!CommitPoint}: before the leader is established, counting proves nothing. */
  protected long commitPoint() {
    return phase == Phase.BROADCAST
        ? Math.max(state.lastCommitted, onDiskAtQuorum())
        : state.lastCommitted;
  }

  /** {@code Commitment!CommitUpTo}. */
  void commitUpTo(long length, long receivers) {
    if (length > state.lastCommitted) {
      channels.sendAll(
          withoutSelf(receivers),
          new Message.Commit(state.acceptedEpoch, state.history.zxidAt(length)));
      commit(length);
      requests.committed(length);
    }
  }
}
