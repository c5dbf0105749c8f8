package io.zabdb.core.zab;

import io.zabdb.core.message.Message;

/**
 * When the leader of an epoch commits ({@code specs/zab/Commitment.tla}): once it is established,
 * what a quorum has on disk; the point itself is {@link Guards#commitPoint}.
 *
 * <pre>
 * by                                                    then
 * Fsync, HandleACK, HandleACKLD,                        COMMIT to all in the epoch,
 * LeaderPersistCurrentEpoch, and changes of the roster  requests up to there are answered
 * </pre>
 */
final class LeaderCommitment {

  private final LeaderState leader;
  private final ReplicaState state;
  private final LogKeeping log;
  private final Guards guards;

  LeaderCommitment(LeaderState leader, LogKeeping log, Guards guards) {
    this.leader = leader;
    this.state = leader.replica;
    this.log = log;
    this.guards = guards;
  }

  /** Commits what can be, and tells all in the epoch. */
  void commit() {
    commitUpTo(guards.commitPoint(leader), leader.ackLeader);
  }

  /** {@code Commitment!CommitUpTo}. */
  void commitUpTo(long length, long receivers) {
    if (length > state.lastCommitted) {
      leader.channels.sendAll(
          leader.withoutSelf(receivers),
          new Message.Commit(state.acceptedEpoch, state.history.zxidAt(length)));
      log.commit(length);
      leader.requests.committed(length);
    }
  }
}
