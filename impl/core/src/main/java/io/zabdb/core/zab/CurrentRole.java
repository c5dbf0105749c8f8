package io.zabdb.core.zab;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.trace.Action;
import io.zabdb.core.transfer.Handover;
import io.zabdb.core.transfer.LeadershipTransfer;
import java.util.Objects;

/**
 * The role that a replica is in, and the actions by which it comes to be in another. Roles and
 * leadership transfer say what is to become of it ({@link RoleChange}, {@link Handover}); this
 * alone carries it out. Not thread-safe.
 *
 * <pre>
 * from       by            to
 * LOOKING    Lead          LEADING, DISCOVERY
 * LOOKING    Follow        FOLLOWING, DISCOVERY
 * FOLLOWING  Disconnect    LOOKING
 * LEADING    StepDown      LOOKING
 * </pre>
 *
 * <p>A follower that is told to start an epoch takes Disconnect and Lead at once.
 */
public final class CurrentRole {

  private static final int NOBODY = -1;

  private final Context context;
  private final Guards guards;
  private final LeadershipTransfer transfer;

  @SuppressWarnings("NullAway.Init") // the first begins when the replica is whole
  private Role role;

  /** The role ends as soon as the write under way is done. */
  private boolean leaving;

  CurrentRole(Context context, Guards guards) {
    this.context = context;
    this.guards = guards;
    this.transfer =
        new LeadershipTransfer(
            context.settings.transfer(), new TransferHost(context, this::role), guards.transfer());
  }

  Role role() {
    return role;
  }

  LeadershipTransfer transfer() {
    return transfer;
  }

  private Looking looking() {
    return as(Looking.class);
  }

  /**
   * This role.
   *
   * @throws IllegalStateException if the replica is not FOLLOWING
   */
  public Following following() {
    return as(Following.class);
  }

  /**
   * This role.
   *
   * @throws IllegalStateException if the replica is not LEADING
   */
  public Leading leading() {
    return as(Leading.class);
  }

  private <T extends Role> T as(Class<T> wanted) {
    if (!wanted.isInstance(role)) {
      throw new IllegalStateException(
          "member " + context.self() + " is not " + wanted.getSimpleName() + ": " + role.name());
    }
    return wanted.cast(role);
  }

  // -- what roles and leadership transfer want

  void carryOut(RoleChange change) {
    switch (change.kind()) {
      case STAY -> {}
      case LEAVE -> leave();
      case HANG_UP -> hangUp(change);
      case LEAD -> lead();
      case FOLLOW -> follow(Objects.requireNonNull(change.connection()));
    }
  }

  void carryOut(Handover handover) {
    switch (handover.kind()) {
      case NONE -> {}
      case RESIGN -> stepDown(handover.successor());
      case TAKE_OVER -> takeOver();
    }
    transfer.done(handover);
  }

  /** A write that has begun is waited for, so that it is never neither done nor undone. */
  void leave() {
    if (context.state.writing) {
      leaving = true;
    } else {
      giveUp();
    }
  }

  /** A write has ended, and the role has taken its step. */
  void leaveIfDue() {
    if (leaving) {
      giveUp();
    }
  }

  private void giveUp() {
    switch (role.name()) {
      case LOOKING -> {}
      case FOLLOWING -> disconnect();
      case LEADING -> stepDown();
    }
  }

  private void hangUp(RoleChange change) {
    following().hangUp();
    end(NOBODY);
    context.trace(Objects.requireNonNull(change.action()));
  }

  /** The leader has handed over to this replica, whose connection to it is about to end anyway. */
  private void takeOver() {
    ProtocolViolation.unless(role.name() != Datagram.Role.LEADING, "it leads already", role);
    if (role.name() == Datagram.Role.FOLLOWING) {
      disconnect();
    }
    looking().stopJoining();
    lead(true);
  }

  // -- actions

  /** A replica that starts looks for a leader. */
  void start() {
    become(new Looking(context, transfer, guards, NOBODY));
  }

  /** {@code Discovery!Lead}: the oracle names this replica a prospective leader. */
  public void lead() {
    lead(false);
  }

  private void lead(boolean takesOver) {
    looking();
    become(new Leading(context, transfer, guards, takesOver));
    context.trace(Action.Lead);
  }

  /** {@code Discovery!Follow}: the oracle has this replica follow the one that accepted. */
  public void follow(Connection connection) {
    looking();
    become(new Following(context, transfer, guards, connection));
    context.trace(Action.Follow, connection.acceptor(), connection, null);
  }

  /** {@code Faults!Disconnect}: the connection broke, or the follower gives its leader up. */
  public void disconnect() {
    FollowerState follower = following().follower;
    following().hangUp();
    end(NOBODY);
    context.trace(Action.Disconnect, follower.leader, follower.connection, null);
  }

  /** {@code Faults!StepDown}: the leader gives up; its connections end. */
  public void stepDown() {
    stepDown(NOBODY);
  }

  private void stepDown(int successor) {
    leading().abandon(successor);
    end(successor);
    context.trace(Action.StepDown);
  }

  /** The role is over: what was pending was not begun. */
  private void end(int successor) {
    ReplicaState state = context.state;
    ProtocolViolation.unless(!state.writing, "a role ends during a write of " + state.pending);
    state.pending = Pending.NONE;
    become(new Looking(context, transfer, guards, successor));
  }

  private void become(Role next) {
    role = next;
    leaving = false;
    next.begin();
  }
}
