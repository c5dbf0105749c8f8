package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * A follower's part in the rest of a group that has nothing to do ({@code specs/zab/Rest.tla}). Not
 * thread-safe.
 *
 * <pre>
 * while    by                                            then
 * awake    HandleDown, of REST, if it may                resting: REST, and no heartbeat is expected
 * resting  HandleDown, of anything else                  awake
 * resting  FollowerWakes: it may not rest any longer     awake: WAKE
 * </pre>
 */
final class FollowerRest {

  private final FollowerState follower;
  private final Context context;
  private final LeadershipTransfer transfer;
  private boolean resting;

  FollowerRest(FollowerState follower, LeadershipTransfer transfer) {
    this.follower = follower;
    this.context = follower.context;
    this.transfer = transfer;
  }

  boolean isResting() {
    return resting;
  }

  /** Any message wakes. */
  void heard() {
    resting = false;
  }

  /** The leader asks. */
  void handleREST(Message.Rest message) {
    ProtocolViolation.unlessExpected(
        follower.isInEpoch() && message.epoch() == follower.replica.acceptedEpoch,
        message,
        follower);
    if (mayRest()) {
      resting = true;
      follower.send(message);
    }
  }

  /**
   * {@code Rest!FollowerWakes}, if it must.
   *
   * @return whether it has
   */
  boolean wakes() {
    if (!resting || mayRest()) {
      return false;
    }
    resting = false;
    follower.send(new Message.Wake(follower.replica.acceptedEpoch));
    return true;
  }

  /** {@code Rest!HearsLeader}. */
  boolean hearsLeader() {
    return context.hears(Members.of(follower.leader));
  }

  /** {@code Rest!MayRest}; and it has nothing to tell its leader. */
  private boolean mayRest() {
    ReplicaState state = follower.replica;
    return hearsLeader()
        && transfer.isIdle()
        && state.lastCommitted == state.history.length()
        && state.synced == state.history.length();
  }
}
