package io.zabdb.core.zab;

import io.zabdb.core.election.Election.Decision;
import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;

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
public class Looking extends Role {

  private int waited;
  private int untilNotification;
  private long heardWhenNotified;

  /**
   * Members that were answered since the last tick. Two that each listen to their successors alone
   * would answer each other for ever.
   */
  private long answered;

  /** The connection asked for and not yet accepted or refused; null if there is none. */
  private Connection joining;

  private int joiningSince;

  protected Looking(Context context) {
    super(context);
  }

  @Override
  Datagram.Role name() {
    return Datagram.Role.LOOKING;
  }

  @Override
  int knownLeader() {
    return context.successor;
  }

  @Override
  void begin() {
    context.election.begin();
    context.output(new Output.LeaderChanged(-1, state.acceptedEpoch));
    introduce();
  }

  @Override
  void tick() {
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
   * Who has handed over says to the successor alone that it listens: nobody else may lead by it.
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
        all.heard() & Members.of(context.successor),
        all.disk());
  }

  /**
   * Who has handed over gives the successor time, and stands for election no sooner than the others
   * would miss a leader: to start an epoch for the first time takes longer than an election waits.
   */
  private boolean successorHasTime() {
    return context.successor >= 0 && waited < context.settings.timing().followerTimeout();
  }

  @Override
  protected void advance() {
    if (joining != null) {
      return;
    }
    Decision decision = context.election.decide(introduction(), waited);
    switch (decision.kind()) {
      case LEAD -> leadIfItMayWin();
      case FOLLOW -> joinUnlessAnotherIsExpected(decision.member());
      case WAIT -> {}
    }
  }

  /** Somebody else who tries to lead needs this vote perhaps, and it is the successor's for now. */
  private void joinUnlessAnotherIsExpected(int leader) {
    if (leader == context.successor || !successorHasTime()) {
      join(leader);
    }
  }

  /** The votes of those that compact weigh nothing. */
  private void leadIfItMayWin() {
    if (context.mayLead() && context.transfer.mayWin() && !successorHasTime()) {
      lead();
    }
  }

  @Override
  void startEpoch() {
    if (joining != null) {
      context.output(new Output.Close(joining));
    }
    lead();
    context.role().expectClients();
  }

  private void join(int member) {
    joining = context.newConnection(member);
    joiningSince = waited;
    context.output(new Output.Connect(joining));
  }

  @Override
  void connectionAccepted(Connection connection) {
    if (connection.equals(joining)) {
      follow(connection);
    } else {
      super.connectionAccepted(connection);
    }
  }

  @Override
  void connectionClosed(Connection connection) {
    if (connection.equals(joining)) {
      giveUpJoining();
    }
  }

  private void giveUpJoining() {
    context.election.forget(joining.acceptor());
    joining = null;
  }

  @Override
  void epochWritten(EpochField field) {
    throw new ProtocolViolation("a write of " + field + " ended that nobody asked for");
  }

  @Override
  protected void leave() {}

  /** {@code Discovery!Lead}: the oracle names this replica a prospective leader. */
  public void lead() {
    context.become(context.roles.leading(context));
    context.trace(Action.Lead);
  }

  /** {@code Discovery!Follow}: the oracle has this replica follow the one that accepted. */
  public void follow(Connection connection) {
    context.become(context.roles.following(context, connection));
    context.trace(Action.Follow, connection.acceptor(), connection, null);
  }
}
