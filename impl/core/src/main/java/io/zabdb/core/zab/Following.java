package io.zabdb.core.zab;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Output;
import io.zabdb.core.trace.Action;

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
 */
public class Following extends Engaged {

  private final Connection connection;
  private final int leader;
  private Phase phase = Phase.DISCOVERY;

  /** Ticks since the leader was last heard. */
  private int silence;

  private int untilSign;

  protected Following(Context context, Connection connection) {
    super(context);
    this.connection = connection;
    this.leader = connection.acceptor();
  }

  @Override
  Datagram.Role name() {
    return Datagram.Role.FOLLOWING;
  }

  @Override
  Phase phase() {
    return phase;
  }

  @Override
  int leader() {
    return leader;
  }

  @Override
  int knownLeader() {
    return phase == Phase.BROADCAST ? leader : -1;
  }

  @Override
  void begin() {
    send(new Message.Cepoch(state.acceptedEpoch, state.disk));
  }

  /** Sends to the leader. */
  protected void send(Message message) {
    context.send(connection, message);
  }

  // -- inputs

  @Override
  void tick() {
    if (phase != Phase.BROADCAST) {
      grow();
    }
    if (isWriting()) {
      showLife();
      return;
    }
    silence++;
    if (silence > patience()) {
      leave();
    }
  }

  /** The leader waits for a write that may take long. */
  private void showLife() {
    untilSign--;
    if (untilSign <= 0) {
      untilSign = context.settings.timing().heartbeat();
      context.output(new Output.Notify(leader, introduction()));
    }
  }

  /** Before it is established, a leader that writes sends nothing else. */
  @Override
  void notified(int from, Notification notification) {
    if (from == leader
        && notification.role() == Datagram.Role.LEADING
        && phase != Phase.BROADCAST
        && waitsForDisks()) {
      silence = 0;
    }
  }

  private int patience() {
    return phase == Phase.BROADCAST
        ? context.settings.timing().followerTimeout()
        : context.settings.timing().synchronizationTimeout();
  }

  @Override
  void connectionClosed(Connection closed) {
    if (closed.equals(connection)) {
      leave();
    }
  }

  @Override
  void progressed(Connection from) {
    if (from.equals(connection)) {
      silence = 0;
    }
  }

  /** The connection to the former leader is about to end anyway. */
  @Override
  void startEpoch() {
    disconnect();
    context.role().startEpoch();
  }

  @Override
  void persistAcceptedEpoch() {
    followerPersistAcceptedEpoch();
  }

  @Override
  void persistCurrentEpoch() {
    followerPersistCurrentEpoch();
  }

  @Override
  void giveUp() {
    disconnect();
  }

  @Override
  protected void advance() {
    writeCurrentEpochIfDue();
  }

  @Override
  void received(Connection from, Message message) {
    if (!from.equals(connection)) {
      return;
    }
    silence = 0;
    if (message instanceof Message.Propose propose) {
      handlePROPOSE(propose);
    } else if (message instanceof Message.Commit commit) {
      handleCOMMIT(commit);
    } else if (message instanceof Message.Ping ping) {
      handlePING(ping);
    } else if (message instanceof Message.NewEpoch newEpoch) {
      handleNEWEPOCH(newEpoch);
    } else if (message instanceof Message.Pull pull) {
      handlePULL(pull);
    } else if (message instanceof Message.Sync sync) {
      handleSYNC(sync);
    } else if (message instanceof Message.Part part) {
      takePart(leader, connection, part);
    } else if (message instanceof Message.NewLeader newLeader) {
      handleNEWLEADER(newLeader);
    } else if (message instanceof Message.CommitLd commitLd) {
      handleCOMMITLD(commitLd);
    } else {
      throw new ProtocolViolation("a follower received " + message);
    }
  }

  // -- discovery

  /** {@code Discovery!NotOlder}: no epoch older than the last one promised is promised. */
  protected boolean notOlder(long epoch) {
    return epoch >= state.acceptedEpoch;
  }

  /** {@code Discovery!Promised}: a promise made before is not made a second time. */
  protected boolean promised(long epoch) {
    return epoch == state.acceptedEpoch;
  }

  /**
   * {@code Discovery!HandleNEWEPOCH}: a new epoch is first written, then acknowledged; one promised
   * before is acknowledged again; at an older one the follower hangs up.
   */
  public void handleNEWEPOCH(Message.NewEpoch message) {
    expect(phase == Phase.DISCOVERY && state.pending == Pending.NONE, message);
    if (!notOlder(message.epoch())) {
      hangUp();
    } else if (promised(message.epoch())) {
      phase = Phase.SYNCHRONIZATION;
      sendAckEpoch(Promise.AGAIN);
    } else {
      write(new Pending(EpochField.ACCEPTED, message.epoch(), 0));
    }
    context.trace(Action.HandleNEWEPOCH, leader, connection, message);
  }

  /**
   * {@code Discovery!FollowerPersistAcceptedEpoch}: the promise is on disk, and is acknowledged.
   */
  public void followerPersistAcceptedEpoch() {
    RejectedException.unless(state.pending.is(EpochField.ACCEPTED), "no promise is being written");
    state.acceptedEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    phase = Phase.SYNCHRONIZATION;
    sendAckEpoch(Promise.FIRST);
    context.trace(Action.FollowerPersistAcceptedEpoch);
  }

  /** {@code Discovery!AckEpoch}. */
  private void sendAckEpoch(Promise promise) {
    send(
        new Message.AckEpoch(
            promise, state.currentEpoch, state.lastZxid(), state.history.roster()));
  }

  // -- synchronization

  /** {@code Synchronization!HandlePULL}: the leader gets what it lacks. */
  public void handlePULL(Message.Pull message) {
    expect(phase == Phase.SYNCHRONIZATION && state.pending == Pending.NONE, message);
    Difference difference = syncMessage(message.lastZxid());
    send(new Message.Pulled(state.acceptedEpoch, difference));
    context.trace(Action.HandlePULL, leader, connection, message);
  }

  /** {@code Synchronization!HandleSYNC}: the history becomes the leader's. */
  public void handleSYNC(Message.Sync message) {
    expect(awaitsDifference(), message);
    install(message.difference());
    context.trace(Action.HandleSYNC, leader, connection, message);
  }

  @Override
  boolean awaitsDifference() {
    return phase == Phase.SYNCHRONIZATION && state.pending == Pending.NONE;
  }

  /** {@code Synchronization!HandleNEWLEADER}: the history, then currentEpoch, goes to disk. */
  public void handleNEWLEADER(Message.NewLeader message) {
    expect(
        phase == Phase.SYNCHRONIZATION
            && state.pending == Pending.NONE
            && message.epoch() == state.acceptedEpoch,
        message);
    state.pending = new Pending(EpochField.CURRENT, message.epoch(), state.history.length());
    context.trace(Action.HandleNEWLEADER, leader, connection, message);
  }

  /** {@code Synchronization!FollowerPersistCurrentEpoch}: the epoch is adopted, on disk. */
  public void followerPersistCurrentEpoch() {
    RejectedException.unless(
        state.pending.is(EpochField.CURRENT) && historyOnDisk(), "the history is not on disk");
    state.currentEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    phase = Phase.BROADCAST;
    send(new Message.AckLd(state.currentEpoch, state.history.zxidAt(state.synced)));
    context.trace(Action.FollowerPersistCurrentEpoch);
  }

  // -- broadcast

  /** {@code Broadcast!InOrder}: the entry continues the history without a gap. */
  private boolean inOrder(Entry entry) {
    return entry.epoch() == state.acceptedEpoch
        && entry.counter() == state.history.counter(entry.epoch()) + 1;
  }

  /**
   * {@code Broadcast!HandlePROPOSE}: the entry is appended, and acknowledged once it is on disk.
   */
  public void handlePROPOSE(Message.Propose message) {
    expect(phase != Phase.DISCOVERY && inOrder(message.entry()), message);
    append(message.entry());
    context.trace(Action.HandlePROPOSE, leader, connection, message);
  }

  /** Only who has adopted the epoch acknowledges its entries. */
  protected boolean acknowledges() {
    return phase == Phase.BROADCAST;
  }

  @Override
  void afterFsync(long n) {
    if (acknowledges()) {
      send(new Message.Ack(state.acceptedEpoch, state.history.zxidAt(n)));
    }
  }

  /** {@code Broadcast!HandleCOMMITLD}: up to date, and may deliver what is committed. */
  public void handleCOMMITLD(Message.CommitLd message) {
    expect(phase == Phase.BROADCAST && message.epoch() == state.acceptedEpoch, message);
    learn(message.zxid());
    context.output(new Output.LeaderChanged(leader, state.acceptedEpoch));
    context.trace(Action.HandleCOMMITLD, leader, connection, message);
  }

  /** {@code Broadcast!HandleCOMMIT}. */
  public void handleCOMMIT(Message.Commit message) {
    expect(phase == Phase.BROADCAST && message.epoch() == state.acceptedEpoch, message);
    learn(message.zxid());
    context.trace(Action.HandleCOMMIT, leader, connection, message);
  }

  /** {@code Broadcast!Learn}: everything up to the zxid is committed. */
  protected void learn(Zxid zxid) {
    long length = state.history.countUpTo(zxid);
    if (length > state.lastCommitted) {
      ProtocolViolation.unless(
          state.history.holds(zxid), "committed is " + zxid + ", not held", this);
      commit(length);
    }
  }

  /** {@code Reads!HandlePING}. */
  public void handlePING(Message.Ping message) {
    expect(phase == Phase.BROADCAST && message.epoch() == state.acceptedEpoch, message);
    send(new Message.Pong(message.epoch(), message.round()));
    context.trace(Action.HandlePING, leader, connection, message);
  }

  // -- faults

  /** {@code Faults!Disconnect}: the connection broke, or the follower gives its leader up. */
  public void disconnect() {
    hangUp();
    context.trace(Action.Disconnect, leader, connection, null);
  }

  private void hangUp() {
    context.election.forget(leader);
    context.output(new Output.Close(connection));
    end();
  }

  @Override
  void checkInvariants() {
    super.checkInvariants();
    ProtocolViolation.unless(
        phase != Phase.BROADCAST || state.currentEpoch == state.acceptedEpoch,
        "in an epoch that is not adopted",
        this);
    ProtocolViolation.unless(
        !state.pending.is(EpochField.ACCEPTED) || phase == Phase.DISCOVERY,
        "a promise after discovery",
        this);
    ProtocolViolation.unless(
        !state.pending.is(EpochField.CURRENT) || phase == Phase.SYNCHRONIZATION,
        "an epoch adopted outside of synchronization",
        this);
  }
}
