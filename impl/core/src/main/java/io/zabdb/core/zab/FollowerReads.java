package io.zabdb.core.zab;

import io.zabdb.core.message.Message;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.trace.Action;

/**
 * A follower's part in its leader's reads ({@code specs/zab/Reads.tla}).
 *
 * <pre>
 * while      by            then
 * BROADCAST  HandlePING    PONG: it follows still
 * </pre>
 */
public final class FollowerReads {

  private final FollowerState follower;

  FollowerReads(FollowerState follower) {
    this.follower = follower;
  }

  /** {@code Reads!HandlePING}. */
  public void handlePING(Message.Ping message) {
    ProtocolViolation.unlessExpected(
        follower.isInEpoch() && message.epoch() == follower.replica.acceptedEpoch,
        message,
        follower);
    follower.send(new Message.Pong(message.epoch(), message.round()));
    follower.context.trace(Action.HandlePING, follower.leader, follower.connection, message);
  }
}
