package io.zabdb.core.zab;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * A replica that follows a leader.
 *
 * <pre>
 * from             by                                       to
 * DISCOVERY        HandleNEWEPOCH, of an epoch promised     SYNCHRONIZATION
 * DISCOVERY        HandleNEWEPOCH, of an older epoch        LOOKING
 * DISCOVERY        FollowerPersistAcceptedEpoch             SYNCHRONIZATION
 * SYNCHRONIZATION  FollowerPersistCurrentEpoch              BROADCAST
 * any              Disconnect                               LOOKING
 * </pre>
 *
 * <p>Its actions are those of its duties, one class for each module of the spec; here is what
 * drives them.
 */
public final class Following extends Role {

  final FollowerState follower;
  private final EpochWrites writes;
  private final Differences differences;
  private final FollowerDiscovery discovery;
  private final FollowerSynchronization synchronization;
  private final FollowerBroadcast broadcast;
  private final FollowerReads reads;
  private final FollowerRest rest;

  /** Ticks since the leader was last heard. */
  private long silence;

  private int untilSign;

  Following(Context context, LeadershipTransfer transfer, Guards guards, Connection connection) {
    super(context, transfer, guards);
    follower = new FollowerState(context, connection);
    writes = new EpochWrites(context, guards);
    differences = new Differences(context, log, guards);
    discovery = new FollowerDiscovery(follower, writes, guards);
    broadcast = new FollowerBroadcast(follower, log, guards);
    synchronization = new FollowerSynchronization(follower, differences, writes, guards);
    reads = new FollowerReads(follower);
    rest = new FollowerRest(follower, transfer);
  }

  @Override
  Datagram.Role name() {
    return Datagram.Role.FOLLOWING;
  }

  @Override
  Phase phase() {
    return follower.phase;
  }

  @Override
  int leader() {
    return follower.leader;
  }

  @Override
  int knownLeader() {
    return follower.isInEpoch() ? follower.leader : -1;
  }

  /** For tests that take single actions. */
  public FollowerSynchronization synchronization() {
    return synchronization;
  }

  // -- inputs

  @Override
  void begin() {
    follower.send(new Message.Cepoch(state.acceptedEpoch, state.disk));
  }

  @Override
  RoleChange tick() {
    if (!follower.isInEpoch()) {
      writes.grow();
    }
    if (writes.isWriting()) {
      showLife();
      return RoleChange.STAY;
    }
    silence++;
    return silence > patience() ? RoleChange.LEAVE : RoleChange.STAY;
  }

  /** The leader waits for a write that may take long. */
  private void showLife() {
    untilSign--;
    if (untilSign <= 0) {
      untilSign = context.settings.timing().heartbeat();
      context.output(new Output.Notify(follower.leader, introduction()));
    }
  }

  /** Before it is established, a leader that writes sends nothing else. */
  @Override
  void notified(int from, Notification notification) {
    if (from == follower.leader
        && notification.role() == Datagram.Role.LEADING
        && !follower.isInEpoch()
        && writes.waitsForDisks()) {
      silence = 0;
    }
  }

  private int patience() {
    if (rest.isResting()) {
      return context.settings.timing().restPatience();
    }
    return follower.isInEpoch()
        ? context.settings.timing().followerTimeout()
        : context.settings.timing().synchronizationTimeout();
  }

  @Override
  RoleChange connectionClosed(Connection closed) {
    return closed.equals(follower.connection) ? RoleChange.LEAVE : RoleChange.STAY;
  }

  @Override
  void progressed(Connection from) {
    if (from.equals(follower.connection)) {
      silence = 0;
    }
  }

  @Override
  void epochWritten(EpochField field) {
    writes.written(field, this);
    switch (field) {
      case ACCEPTED -> discovery.followerPersistAcceptedEpoch();
      case CURRENT -> synchronization.followerPersistCurrentEpoch();
    }
  }

  @Override
  RoleChange advance() {
    writes.writeCurrentEpochIfDue();
    if (rest.wakes()) {
      // It has been without its leader's words for so long already (Rest!SilenceAtWaking).
      silence = rest.hearsLeader() ? 0 : context.settings.timing().wordPatience() + 1;
    }
    return RoleChange.STAY;
  }

  @Override
  boolean isResting() {
    return rest.isResting();
  }

  @Override
  void afterFsync(long n) {
    broadcast.afterFsync(n);
  }

  @Override
  RoleChange received(Connection from, Message message) {
    if (!from.equals(follower.connection)) {
      return RoleChange.STAY;
    }
    silence = 0;
    rest.heard();
    if (message instanceof Message.NewEpoch newEpoch) {
      return discovery.handleNEWEPOCH(newEpoch);
    }
    handle(message);
    return RoleChange.STAY;
  }

  private void handle(Message message) {
    if (message instanceof Message.Propose propose) {
      broadcast.handlePROPOSE(propose);
    } else if (message instanceof Message.Commit commit) {
      broadcast.handleCOMMIT(commit);
    } else if (message instanceof Message.Ping ping) {
      reads.handlePING(ping);
    } else if (message instanceof Message.Rest question) {
      rest.handleREST(question);
    } else if (message instanceof Message.Pull pull) {
      synchronization.handlePULL(pull);
    } else if (message instanceof Message.Sync sync) {
      synchronization.handleSYNC(sync);
    } else if (message instanceof Message.Part part) {
      differences.takePart(
          follower.awaitsDifference(), follower.leader, follower.connection, part, this);
    } else if (message instanceof Message.NewLeader newLeader) {
      synchronization.handleNEWLEADER(newLeader);
    } else if (message instanceof Message.CommitLd commitLd) {
      broadcast.handleCOMMITLD(commitLd);
    } else {
      throw new ProtocolViolation("a follower received " + message);
    }
  }

  /** Its connection ends, and with it the role. */
  void hangUp() {
    context.election.forget(follower.leader);
    context.output(new Output.Close(follower.connection));
  }

  @Override
  void checkInvariants() {
    super.checkInvariants();
    ProtocolViolation.unless(
        !follower.isInEpoch() || state.currentEpoch == state.acceptedEpoch,
        "in an epoch that is not adopted",
        this);
    ProtocolViolation.unless(
        !state.pending.is(EpochField.ACCEPTED) || follower.phase == Phase.DISCOVERY,
        "a promise after discovery",
        this);
    ProtocolViolation.unless(
        !state.pending.is(EpochField.CURRENT) || follower.phase == Phase.SYNCHRONIZATION,
        "an epoch adopted outside of synchronization",
        this);
  }

  @Override
  public String describe() {
    return follower.describe();
  }
}
