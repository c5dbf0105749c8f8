package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.transfer.LeadershipTransfer;

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
 * <p>Its actions are those of its duties, one class for each module of the spec; here is what
 * drives them.
 */
public final class Leading extends Role {

  final LeaderState leader;
  private final EpochWrites writes;
  private final Differences differences;
  private final LeaderDiscovery discovery;
  private final LeaderSynchronization synchronization;
  private final LeaderBroadcast broadcast;
  private final LeaderRoster roster;
  private final LeaderMembers changes;
  private final LeaderReads reads;
  private final LeaderClients clients;
  private final LeaderRest rest;
  private int ticks;
  private int untilHeartbeat;

  Leading(Context context, LeadershipTransfer transfer, Guards guards, boolean takesOver) {
    super(context, transfer, guards);
    leader = new LeaderState(context);
    writes = new EpochWrites(context, guards);
    differences = new Differences(context, log, guards);
    discovery = new LeaderDiscovery(leader, writes, guards);
    LeaderCommitment commitment = new LeaderCommitment(leader, log, guards);
    synchronization =
        new LeaderSynchronization(leader, log, differences, writes, commitment, transfer, guards);
    broadcast = new LeaderBroadcast(leader, log, commitment, guards);
    roster = new LeaderRoster(leader, broadcast, commitment, transfer, guards);
    changes = new LeaderMembers(leader, broadcast, commitment, transfer, guards);
    reads = new LeaderReads(leader, guards);
    clients = new LeaderClients(leader, broadcast, transfer, guards, takesOver);
    rest = new LeaderRest(leader, clients, reads, transfer);
  }

  // -- the view of the role's variables

  @Override
  Datagram.Role name() {
    return Datagram.Role.LEADING;
  }

  @Override
  Phase phase() {
    return leader.phase;
  }

  @Override
  int knownLeader() {
    return leader.isEstablished() ? context.self() : -1;
  }

  @Override
  long cepoch(int member) {
    return leader.cepoch[member];
  }

  @Override
  Vote ackEpoch(int member) {
    return leader.ackEpoch[member];
  }

  @Override
  long forwarding() {
    return leader.forwarding;
  }

  @Override
  long ackLeader() {
    return leader.ackLeader;
  }

  @Override
  long acked(int member) {
    return leader.acked[member];
  }

  @Override
  long readIndex() {
    return leader.reads.index;
  }

  @Override
  long readAcks() {
    return leader.reads.acks;
  }

  @Override
  boolean readActive() {
    return leader.reads.active;
  }

  @Override
  long unacknowledged(int member) {
    boolean follows =
        Members.contains(leader.ackLeader, member)
            && leader.channels.isOpen(member)
            && context.configuration().includes(member)
            && guards.counts(leader, state.history.roster(), member);
    return follows ? state.history.length() - leader.acked[member] : Long.MAX_VALUE;
  }

  // -- its duties, for tests that take single actions

  public LeaderDiscovery discovery() {
    return discovery;
  }

  public LeaderSynchronization synchronization() {
    return synchronization;
  }

  public LeaderBroadcast broadcast() {
    return broadcast;
  }

  public LeaderReads reads() {
    return reads;
  }

  // -- inputs

  @Override
  void begin() {
    untilHeartbeat = context.settings.timing().heartbeat();
    context.notifyAll(introduction());
  }

  @Override
  void notified(int from, Notification notification) {
    if (notification.role() == Datagram.Role.LOOKING) {
      context.output(new Output.Notify(from, introduction()));
    } else if (notification.role() == Datagram.Role.FOLLOWING && writes.waitsForDisks()) {
      showsLife(from);
    }
  }

  /** A member that waits for its disk, and is waited for. */
  private void showsLife(int member) {
    if (leader.channels.isOpen(member)) {
      leader.channels.heard(member);
      ticks = 0;
    }
  }

  @Override
  RoleChange tick() {
    if (!leader.isEstablished()) {
      writes.grow();
    }
    rest.tick();
    if (rest.isResting()) {
      return RoleChange.STAY;
    }
    ticks = writes.isWriting() ? 0 : ticks + 1;
    leader.reads.age++;
    leader.channels.tick();
    if (isHopeless() || changes.isOver()) {
      return RoleChange.LEAVE;
    }
    untilHeartbeat--;
    if (untilHeartbeat <= 0) {
      untilHeartbeat = context.settings.timing().heartbeat();
      heartbeat();
    }
    return RoleChange.STAY;
  }

  /** It cannot become or stay the leader: no quorum answers. */
  private boolean isHopeless() {
    if (leader.isEstablished()) {
      int timeout = context.settings.timing().leaderTimeout();
      return !guards.isQuorum(leader, leader.channels.heardWithin(timeout));
    }
    int patience =
        leader.adopted()
            ? context.settings.timing().synchronizationTimeout()
            : context.settings.timing().electionTimeout();
    return ticks > patience;
  }

  /** A round of PING is the heartbeat. */
  private void heartbeat() {
    if (leader.isEstablished()) {
      reads.heartbeat();
      rest.pinged();
    } else {
      context.notifyAll(introduction());
    }
  }

  /**
   * A leader that is not established yet waits for members while it sends them, or receives from
   * them, large amounts.
   */
  @Override
  void progressed(Connection connection) {
    if (leader.channels.isOpen(connection)) {
      showsLife(connection.initiator());
    }
  }

  @Override
  void connectionRequested(Connection connection) {
    guards.accept(leader.channels, connection);
    context.traceAccepted(connection);
  }

  @Override
  RoleChange connectionClosed(Connection connection) {
    boolean lostSource =
        connection.initiator() == leader.source && leader.channels.isOpen(connection);
    leader.channels.closed(connection);
    rest.disturb();
    return lostSource ? RoleChange.LEAVE : RoleChange.STAY;
  }

  @Override
  void epochWritten(EpochField field) {
    writes.written(field, this);
    switch (field) {
      case ACCEPTED -> discovery.leaderPersistAcceptedEpoch();
      case CURRENT -> synchronization.leaderPersistCurrentEpoch();
    }
  }

  @Override
  void clientRequest(Input.ClientRequest request) {
    clients.clientRequest(request);
    rest.disturb();
  }

  @Override
  void membersRequested(Input.OfMembers request) {
    changes.requested(request);
    rest.disturb();
  }

  @Override
  void memberIsWhole(int member) {
    roster.memberIsWhole(member);
  }

  @Override
  boolean isResting() {
    return rest.isResting();
  }

  @Override
  boolean holdsUpdates() {
    return clients.takesOver();
  }

  @Override
  void clientRead(Input.ClientRead read) {
    clients.clientRead(read);
    // Behind it, so that a PING that wakes the others is the read's.
    rest.disturb();
  }

  @Override
  void afterFsync(long n) {
    broadcast.afterFsync(n);
  }

  @Override
  RoleChange received(Connection connection, Message message) {
    if (message instanceof Message.Cepoch cepoch) {
      return guards.awaitsCepoch(leader.channels, connection)
          ? joined(connection, cepoch)
          : RoleChange.STAY;
    }
    if (leader.channels.isOpen(connection)) {
      leader.channels.heard(connection.initiator());
      handle(connection, message);
    }
    return RoleChange.STAY;
  }

  private RoleChange joined(Connection connection, Message.Cepoch message) {
    boolean lostSource = connection.initiator() == leader.source;
    discovery.handleCEPOCH(connection, message);
    return lostSource || discovery.isBehind(connection, message)
        ? RoleChange.LEAVE
        : RoleChange.STAY;
  }

  private void handle(Connection connection, Message message) {
    if (message instanceof Message.Rest answer) {
      rest.answered(connection.initiator(), answer);
      return;
    }
    if (rest.isResting() || !(message instanceof Message.Pong)) {
      rest.disturb();
    }
    if (message instanceof Message.Ack ack) {
      broadcast.handleACK(connection, ack);
    } else if (message instanceof Message.Pong pong) {
      reads.handlePONG(connection, pong);
    } else if (message instanceof Message.AckEpoch ackEpoch) {
      synchronization.handleACKEPOCH(connection, ackEpoch);
    } else if (message instanceof Message.Pulled pulled) {
      synchronization.handlePULLED(connection, pulled);
    } else if (message instanceof Message.Part part) {
      boolean expected = synchronization.awaitsDifference();
      differences.takePart(expected, connection.initiator(), connection, part, this);
    } else if (message instanceof Message.AckLd ackLd) {
      broadcast.handleACKLD(connection, ackLd);
    } else if (!(message instanceof Message.Wake)) {
      throw new ProtocolViolation("a leader received " + message);
    }
  }

  /** The steps that need no input: a leader takes each as soon as its guard holds. */
  @Override
  RoleChange advance() {
    if (discovery.mayProposeEpoch()) {
      discovery.proposeEpoch();
    }
    if (guards.promisedByQuorum(leader)) {
      settleHistory();
    }
    writes.writeCurrentEpochIfDue();
    if (synchronization.mayEstablish()) {
      synchronization.establish();
    }
    if (clients.admits()) {
      changes.keep();
      roster.keep();
    }
    clients.admit();
    rest.advance();
    reads.advance();
    return RoleChange.STAY;
  }

  private void settleHistory() {
    long latest = guards.latest(leader);
    if (Members.contains(latest, context.self())) {
      synchronization.beginWithOwnHistory();
      return;
    }
    for (int member = 0; member < context.members(); member++) {
      if (Members.contains(latest, member) && leader.channels.isOpen(member)) {
        discovery.pullHistory(member);
        return;
      }
    }
  }

  /**
   * It gives up: waiting clients are told, and its connections end.
   *
   * @param successor the member that leadership is handed over to, or -1
   */
  void abandon(int successor) {
    clients.abandon(successor);
    leader.channels.closeAll();
    transfer.forget();
  }

  @Override
  void checkInvariants() {
    super.checkInvariants();
    LeaderInvariants.check(leader, guards);
  }

  @Override
  public String describe() {
    return leader.describe();
  }
}
