package io.zabdb.core.zab;

import io.zabdb.core.election.Election.Decision;
import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import io.zabdb.core.transfer.LeadershipTransfer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A replica that looks for a leader.
 *
 * <pre>
 * from     by           to
 * LOOKING  Lead         LEADING, DISCOVERY
 * LOOKING  Follow       FOLLOWING, DISCOVERY
 * </pre>
 *
 * <p>Whether to lead or to follow is the {@code Election}'s to say.
 */
public final class Looking extends Role {

  private long waited;
  private int untilNotification;
  private long heardWhenNotified;

  /**
   * Members that were answered since the last tick. Two that each listen to their successors alone
   * would answer each other for ever.
   */
  private long answered;

  /** The connection asked for and not yet accepted or refused; null if there is none. */
  private @Nullable Connection joining;

  private long joiningSince;

  /**
   * The member that this replica has handed leadership over to, or -1: as long as it looks, clients
   * are told that this member leads.
   */
  private final int successor;

  Looking(Context context, LeadershipTransfer transfer, Guards guards, int successor) {
    super(context, transfer, guards);
    this.successor = successor;
  }

  @Override
  Datagram.Role name() {
    return Datagram.Role.LOOKING;
  }

  @Override
  int knownLeader() {
    return successor;
  }

  @Override
  void begin() {
    context.election.begin();
    context.output(new Output.LeaderChanged(-1, state.acceptedEpoch));
    introduce();
  }

  @Override
  RoleChange tick() {
    waited++;
    answered = 0;
    if (joining != null && waited - joiningSince > context.settings.timing().electionTimeout()) {
      context.output(new Output.Close(joining));
      giveUpJoining();
    }
    untilNotification--;
    if (untilNotification <= 0) {
      introduce();
    }
    return RoleChange.STAY;
  }

  @Override
  void notified(int from, Notification notification) {
    if (context.election.heard() != heardWhenNotified) {
      introduce();
    } else if (!Members.contains(notification.heard(), context.self())
        && !Members.contains(answered, from)) {
      answered = Members.with(answered, from);
      context.output(new Output.Notify(from, introduction()));
    }
  }

  /** Tells all members of itself. */
  private void introduce() {
    untilNotification = context.settings.timing().heartbeat();
    heardWhenNotified = context.election.heard();
    context.notifyAll(introduction());
  }

  /**
   * A replica that has handed over tells only the successor that it listens: no other may lead by
   * it.
   */
  @Override
  Notification introduction() {
    Notification all = super.introduction();
    if (!successorHasTime()) {
      return all;
    }
    return new Notification(
        all.role(),
        all.acceptedEpoch(),
        all.currentEpoch(),
        all.lastZxid(),
        all.length(),
        all.committed(),
        all.weight(),
        all.heard() & Members.of(successor),
        all.disk());
  }

  /**
   * A replica that has handed over gives the successor time, and stands for election no sooner than
   * the others would miss a leader: to start an epoch for the first time takes longer than an
   * election waits.
   */
  private boolean successorHasTime() {
    return successor >= 0 && waited < context.settings.timing().followerTimeout();
  }

  @Override
  RoleChange advance() {
    if (joining != null) {
      return RoleChange.STAY;
    }
    Decision decision = context.election.decide(introduction(), waited);
    return switch (decision.kind()) {
      case LEAD -> mayWin() ? RoleChange.LEAD : RoleChange.STAY;
      case FOLLOW -> joinUnlessAnotherIsExpected(decision.member());
      case WAIT -> RoleChange.STAY;
    };
  }

  /** Somebody else who tries to lead needs this vote perhaps, and it is the successor's for now. */
  private RoleChange joinUnlessAnotherIsExpected(int leader) {
    if (leader == successor || !successorHasTime()) {
      join(leader);
    }
    return RoleChange.STAY;
  }

  /** The votes of those that compact weigh nothing. */
  private boolean mayWin() {
    return context.mayLead() && transfer.mayWin() && !successorHasTime();
  }

  /** This replica leads at once, and no longer tries to join another. */
  void stopJoining() {
    if (joining != null) {
      context.output(new Output.Close(joining));
    }
  }

  private void join(int member) {
    joining = context.newConnection(member);
    joiningSince = waited;
    context.output(new Output.Connect(joining));
  }

  @Override
  RoleChange connectionAccepted(Connection connection) {
    return connection.equals(joining)
        ? RoleChange.follow(connection)
        : super.connectionAccepted(connection);
  }

  @Override
  RoleChange connectionClosed(Connection connection) {
    if (connection.equals(joining)) {
      giveUpJoining();
    }
    return RoleChange.STAY;
  }

  @Override
  RoleChange received(Connection connection, Message message) {
    return RoleChange.STAY;
  }

  private void giveUpJoining() {
    context.election.forget(Objects.requireNonNull(joining).acceptor());
    joining = null;
  }

  @Override
  void epochWritten(EpochField field) {
    throw new ProtocolViolation("a write of " + field + " ended that nobody asked for");
  }

  /** No member waits for its log. */
  @Override
  void afterFsync(long n) {}

  @Override
  public String describe() {
    return name() + " " + phase() + " " + state.describe();
  }
}
