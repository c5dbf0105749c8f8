package io.zabdb.core.zab;

import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.EpochField;

/** What holds of a leader after each step (MCZab, as far as one replica can see it). */
final class LeaderInvariants {

  private LeaderInvariants() {}

  /**
   * Checks them.
   *
   * @throws ProtocolViolation if one does not hold
   */
  static void check(LeaderState leader, Guards guards) {
    ProtocolViolation.unless(
        (leader.withoutSelf(leader.ackLeader) & ~leader.forwarding) == 0,
        "in the epoch without its history",
        leader);
    ProtocolViolation.unless(
        !leader.isEstablished() || leader.adoptedOnce(), "established alone", leader);
    ProtocolViolation.unless(
        !leader.isInItsEpoch() || leader.replica.currentEpoch == leader.replica.acceptedEpoch,
        "in its epoch without having adopted it",
        leader);
    ProtocolViolation.unless(
        !leader.isEstablished() || guards.onDiskAtQuorum(leader) <= leader.replica.lastCommitted,
        "a quorum holds what is not committed",
        leader);
    ProtocolViolation.unless(
        !leader.replica.pending.is(EpochField.ACCEPTED)
            || leader.context.isMajority(leader.reported()),
        "an epoch picked before a quorum has reported",
        leader);
    ProtocolViolation.unless(
        !leader.reads.active || leader.reads.index <= leader.replica.lastCommitted,
        "a read of the future",
        leader);
    for (long length : leader.acked) {
      ProtocolViolation.unless(
          length <= leader.replica.history.length(), "acknowledged what was never sent", leader);
    }
  }
}
