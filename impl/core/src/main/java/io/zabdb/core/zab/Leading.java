package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.trace.Action;

/**
 * A replica that leads, or tries to.
 *
 * <pre>
 * from             by                                              to
 * DISCOVERY        PullHistory, if a follower's history is later   SYNCHRONIZATION
 * SYNCHRONIZATION  HandlePULLED                                    DISCOVERY
 * DISCOVERY        CompleteDiscovery, if its own is the latest     SYNCHRONIZATION
 * SYNCHRONIZATION  Establish                                       BROADCAST
 * any              StepDown                                        LOOKING
 * </pre>
 *
 * <p>Its actions are in the classes that it extends, one for each module of the spec and in the
 * same order: {@link LeaderDiscovery}, {@link LeaderCommitment}, {@link LeaderSynchronization},
 * {@link LeaderBroadcast}, {@link LeaderReads}; those of {@code Roster} in {@link LeaderRoster}.
 * Here is what drives them.
 */
public class Leading extends LeaderClients {

  private int ticks;
  private int untilHeartbeat;

  protected Leading(Context context) {
    super(context);
  }

  @Override
  void begin() {
    untilHeartbeat = context.settings.timing().heartbeat();
    context.notifyAll(introduction());
  }

  @Override
  void notified(int from, Notification notification) {
    if (notification.role() == Datagram.Role.LOOKING) {
      context.output(new Output.Notify(from, introduction()));
    } else if (notification.role() == Datagram.Role.FOLLOWING && waitsForDisks()) {
      showsLife(from);
    }
  }

  /** A member that waits for its disk, and is waited for. */
  private void showsLife(int member) {
    if (channels.isOpen(member)) {
      channels.heard(member);
      ticks = 0;
    }
  }

  @Override
  void tick() {
    if (phase != Phase.BROADCAST) {
      grow();
    }
    ticks = isWriting() ? 0 : ticks + 1;
    reads.age++;
    channels.tick();
    if (isHopeless()) {
      leave();
      return;
    }
    untilHeartbeat--;
    if (untilHeartbeat <= 0) {
      untilHeartbeat = context.settings.timing().heartbeat();
      heartbeat();
    }
  }

  /** It cannot become or stay the leader: no quorum answers. */
  private boolean isHopeless() {
    if (phase == Phase.BROADCAST) {
      return !isQuorum(channels.heardWithin(context.settings.timing().leaderTimeout()));
    }
    int patience =
        adopted()
            ? context.settings.timing().synchronizationTimeout()
            : context.settings.timing().electionTimeout();
    return ticks > patience;
  }

  /**
   * A round of PING is the heartbeat. One that does not end is begun anew: an answer may be lost.
   */
  private void heartbeat() {
    if (phase != Phase.BROADCAST) {
      context.notifyAll(introduction());
    } else if (!reads.active || reads.age >= context.settings.timing().followerTimeout() / 2) {
      clientRead();
    }
  }

  /** A leader that is not established yet waits for those to whom, or from whom, much is sent. */
  @Override
  void progressed(Connection connection) {
    if (channels.isOpen(connection)) {
      channels.heard(connection.initiator());
      ticks = 0;
    }
  }

  @Override
  void connectionRequested(Connection connection) {
    channels.accept(connection);
    context.traceAccepted(connection);
  }

  @Override
  void connectionClosed(Connection connection) {
    boolean lostSource = connection.initiator() == source && channels.isOpen(connection);
    channels.closed(connection);
    if (lostSource) {
      leave();
    }
  }

  /**
   * A member that has promised a later epoch never follows in this one: only another election can
   * bring it back. It may be the one without which there is no quorum, and its attempts to join
   * look like a sign that it is there.
   */
  private boolean isBehind(Message.Cepoch message) {
    return proposedEpoch() && message.acceptedEpoch() > state.acceptedEpoch;
  }

  @Override
  void persistAcceptedEpoch() {
    leaderPersistAcceptedEpoch();
  }

  @Override
  void persistCurrentEpoch() {
    leaderPersistCurrentEpoch();
  }

  @Override
  void giveUp() {
    stepDown();
  }

  @Override
  void received(Connection connection, Message message) {
    if (message instanceof Message.Cepoch cepochMessage) {
      if (channels.isAccepted(connection)) {
        boolean lostSource = connection.initiator() == source;
        handleCEPOCH(connection, cepochMessage);
        if (lostSource || isBehind(cepochMessage)) {
          leave();
        }
      }
      return;
    }
    if (!channels.isOpen(connection)) {
      return;
    }
    int from = connection.initiator();
    channels.heard(from);
    if (message instanceof Message.Ack ack) {
      handleACK(connection, ack);
    } else if (message instanceof Message.Pong pong) {
      handlePONG(connection, pong);
    } else if (message instanceof Message.AckEpoch ackEpochMessage) {
      handleACKEPOCH(connection, ackEpochMessage);
    } else if (message instanceof Message.Pulled pulled) {
      handlePULLED(connection, pulled);
    } else if (message instanceof Message.Part part) {
      takePart(from, connection, part);
    } else if (message instanceof Message.AckLd ackLd) {
      handleACKLD(connection, ackLd);
    } else {
      throw new ProtocolViolation("a leader received " + message);
    }
  }

  /** The steps that nobody asks for: a leader takes each as soon as its guard holds. */
  @Override
  protected void advance() {
    if (noEpochYet() && epochsReported()) {
      proposeEpoch();
    }
    if (promisedByQuorum()) {
      settleHistory();
    }
    writeCurrentEpochIfDue();
    if (phase == Phase.SYNCHRONIZATION && adoptedByQuorum()) {
      establish();
    }
    if (admits()) {
      keepRoster();
    }
    if (!held.isEmpty() && admits()) {
      held.takeAll().forEach(this::clientRequest);
    }
    if (phase == Phase.BROADCAST && !reads.active && reads.isAnyWaiting()) {
      clientRead();
    }
    if (confirmed()) {
      serveRead();
    }
  }

  /** {@code Faults!StepDown}: the leader gives up; its connections end. */
  public void stepDown() {
    requests.abandon();
    reads.abandon().forEach(this::sendAway);
    held.takeAll().forEach(request -> sendAway(request.token()));
    channels.closeAll();
    context.transfer.forget();
    end();
    context.trace(Action.StepDown);
  }

  /** To the successor, if there is one. */
  private void sendAway(long token) {
    context.output(new Output.Refuse(token, Refusal.NOT_LEADER, context.successor));
  }

  @Override
  void checkInvariants() {
    super.checkInvariants();
    ProtocolViolation.unless(
        (withoutSelf(ackLeader) & ~forwarding) == 0, "in the epoch without its history", this);
    ProtocolViolation.unless(
        phase != Phase.BROADCAST || adoptedByQuorumOnce(), "established alone", this);
    ProtocolViolation.unless(
        !Members.contains(ackLeader, context.self()) || state.currentEpoch == state.acceptedEpoch,
        "in its epoch without having adopted it",
        this);
    ProtocolViolation.unless(
        phase != Phase.BROADCAST || onDiskAtQuorum() <= state.lastCommitted,
        "a quorum holds what is not committed",
        this);
    ProtocolViolation.unless(
        !state.pending.is(EpochField.ACCEPTED) || context.isMajority(reported()),
        "an epoch picked before a quorum has reported",
        this);
    ProtocolViolation.unless(
        !reads.active || reads.index <= state.lastCommitted, "a read of the future", this);
    for (int member = 0; member < acked.length; member++) {
      ProtocolViolation.unless(
          acked[member] <= state.history.length(), "acknowledged what was never sent", this);
    }
  }

  /** Some who adopted the epoch may be joining it anew. */
  private boolean adoptedByQuorumOnce() {
    return state.pending.is(EpochField.CURRENT) || ackLeader != 0;
  }
}
