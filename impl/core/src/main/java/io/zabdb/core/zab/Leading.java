package io.zabdb.core.zab;

import io.zabdb.core.group.Members;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.RejectedException;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.trace.Action;
import java.util.Arrays;
import java.util.List;

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
 */
public class Leading extends Role {

  /** How many of a session's last requests are still answered when they are sent again. */
  public static final int SESSION_WINDOW = 64;

  private Phase phase = Phase.DISCOVERY;
  private final long[] cepoch;
  private final Vote[] ackEpoch;
  private long forwarding;
  private long ackLeader;
  private final long[] acked;

  protected final Channels channels;
  private final ReadRound reads = new ReadRound();
  private final RequestQueue requests;
  private Sessions sessions = new Sessions();

  /** Whom the history is pulled from; -1 if from nobody. */
  private int source = -1;

  /** Updates that wait while none are admitted. */
  private final HeldRequests held;

  /** Leadership was handed over to it: clients wait here until it is established. */
  private boolean takingOver;

  private int ticks;
  private int untilHeartbeat;
  private int roundAge;
  private boolean leaving;

  protected Leading(Context context) {
    super(context);
    cepoch = new long[context.members()];
    Arrays.fill(cepoch, -1);
    ackEpoch = new Vote[context.members()];
    Arrays.fill(ackEpoch, Vote.NONE);
    acked = new long[context.members()];
    channels = new Channels(context);
    requests = new RequestQueue(context);
    held = new HeldRequests(context.settings.limits());
  }

  // -- the view

  @Override
  Datagram.Role name() {
    return Datagram.Role.LEADING;
  }

  @Override
  Phase phase() {
    return phase;
  }

  @Override
  int knownLeader() {
    return phase == Phase.BROADCAST ? context.self() : -1;
  }

  @Override
  long cepoch(int member) {
    return cepoch[member];
  }

  @Override
  Vote ackEpoch(int member) {
    return ackEpoch[member];
  }

  @Override
  long forwarding() {
    return forwarding;
  }

  @Override
  long ackLeader() {
    return ackLeader;
  }

  @Override
  long acked(int member) {
    return acked[member];
  }

  @Override
  long readIndex() {
    return reads.index;
  }

  @Override
  long readAcks() {
    return reads.acks;
  }

  @Override
  boolean readActive() {
    return reads.active;
  }

  @Override
  long unacknowledged(int member) {
    boolean follows = Members.contains(ackLeader, member) && channels.isOpen(member);
    return follows ? state.history.length() - acked[member] : Long.MAX_VALUE;
  }

  private long selfAsSet() {
    return Members.of(context.self());
  }

  private long withoutSelf(long set) {
    return Members.without(set, context.self());
  }

  // -- inputs

  @Override
  void begin() {
    untilHeartbeat = context.settings.timing().heartbeat();
    context.notifyAll(introduction());
  }

  private Notification introduction() {
    return new Notification(
        Datagram.Role.LEADING,
        state.acceptedEpoch,
        state.currentEpoch,
        state.lastZxid(),
        context.weight(),
        context.election.heard());
  }

  @Override
  void notified(int from, Notification notification) {
    if (notification.role() == Datagram.Role.LOOKING) {
      context.output(new Output.Notify(from, introduction()));
    }
  }

  @Override
  void tick() {
    ticks++;
    roundAge++;
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
      return !context.isQuorum(channels.heardWithin(context.settings.timing().leaderTimeout()));
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
    } else if (!reads.active || roundAge >= context.settings.timing().followerTimeout() / 2) {
      clientRead();
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
  private void leaveIfBehind(Message.Cepoch message) {
    if (proposedEpoch() && message.acceptedEpoch() > state.acceptedEpoch) {
      leave();
    }
  }

  /** A write that has begun is waited for, so that it is never neither done nor undone. */
  @Override
  protected void leave() {
    if (state.writing) {
      leaving = true;
    } else {
      stepDown();
    }
  }

  @Override
  void expectClients() {
    takingOver = true;
  }

  /** Whether clients may ask this replica: it leads, or will as soon as it can. */
  private boolean isOpenToClients() {
    return phase == Phase.BROADCAST || takingOver;
  }

  /** {@code LeadershipTransfer!Admits}: not while it takes over, nor while it hands over. */
  private boolean admits() {
    return phase == Phase.BROADCAST && context.transfer.admits();
  }

  @Override
  void epochWritten(EpochField field) {
    ProtocolViolation.unless(
        state.writing && state.pending.is(field), "written what was not asked for", this);
    state.writing = false;
    if (field == EpochField.ACCEPTED) {
      leaderPersistAcceptedEpoch();
    } else {
      leaderPersistCurrentEpoch();
    }
    if (leaving) {
      stepDown();
    }
  }

  @Override
  void received(Connection connection, Message message) {
    if (message instanceof Message.Cepoch cepochMessage) {
      if (channels.isAccepted(connection)) {
        handleCEPOCH(connection, cepochMessage);
        leaveIfBehind(cepochMessage);
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
    } else if (message instanceof Message.AckLd ackLd) {
      handleACKLD(connection, ackLd);
    } else {
      throw new ProtocolViolation("a leader received " + message);
    }
  }

  @Override
  void clientRequest(Input.ClientRequest request) {
    long last = sessions.lastSeq(request.session());
    if (!isOpenToClients()) {
      refuse(request.token(), Refusal.NOT_LEADER);
    } else if (request.payload().length > context.settings.limits().payloadBytes()) {
      refuse(request.token(), Refusal.TOO_LARGE);
    } else if (!admits() && request.seq() > last) {
      hold(request);
    } else if (!requests.hasRoomFor(request.payload().length)) {
      refuse(request.token(), Refusal.OVERLOADED);
    } else if (nextInSession(request.session(), request.seq())) {
      requests.addLogged(
          request.token(),
          request.session(),
          request.seq(),
          state.history.length() + 1,
          request.payload().length);
      clientRequest(request.session(), request.seq(), request.payload());
    } else if (request.seq() > last) {
      refuse(request.token(), Refusal.OUT_OF_ORDER);
    } else if (request.seq() <= last - SESSION_WINDOW) {
      refuse(request.token(), Refusal.TOO_OLD);
    } else {
      requests.addRetry(
          request.token(), request.session(), request.seq(), sessions.lastIndex(request.session()));
      requests.committed(state.lastCommitted);
    }
  }

  private void hold(Input.ClientRequest request) {
    if (!held.add(request)) {
      refuse(request.token(), Refusal.OVERLOADED);
    }
  }

  @Override
  void clientRead(Input.ClientRead read) {
    if (!isOpenToClients()) {
      refuse(read.token(), Refusal.NOT_LEADER);
    } else if (reads.size() >= context.settings.limits().readsWaiting()) {
      refuse(read.token(), Refusal.OVERLOADED);
    } else {
      reads.add(read.token());
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

  private void settleHistory() {
    long latest = latest();
    if (Members.contains(latest, context.self())) {
      completeDiscovery();
      return;
    }
    for (int member = 0; member < context.members(); member++) {
      if (Members.contains(latest, member) && channels.isOpen(member)) {
        pullHistory(member);
        return;
      }
    }
  }

  private void expect(boolean expected, Message message) {
    if (!expected) {
      throw new ProtocolViolation(message + " was not expected: " + describe());
    }
  }

  // -- discovery

  /** {@code Discovery!ProposedEpoch}: its own promise is written, and may be made known. */
  private boolean proposedEpoch() {
    return ackEpoch[context.self()] != Vote.NONE;
  }

  /**
   * {@code Discovery!HandleCEPOCH}: what was known of the member over an old connection is void.
   */
  public void handleCEPOCH(Connection connection, Message.Cepoch message) {
    int from = connection.initiator();
    channels.open(connection);
    cepoch[from] = message.acceptedEpoch();
    forgetFollower(from);
    if (proposedEpoch()) {
      channels.send(from, new Message.NewEpoch(state.acceptedEpoch));
    }
    context.trace(Action.HandleCEPOCH, from, connection, message);
  }

  protected void forgetFollower(int member) {
    ackEpoch[member] = Vote.NONE;
    forwarding = Members.without(forwarding, member);
    ackLeader = Members.without(ackLeader, member);
    acked[member] = 0;
    reads.acks = Members.without(reads.acks, member);
  }

  /** {@code Discovery!Reported}. */
  private long reported() {
    long reported = selfAsSet();
    for (int member = 0; member < cepoch.length; member++) {
      if (cepoch[member] >= 0) {
        reported = Members.with(reported, member);
      }
    }
    return reported;
  }

  /** {@code Discovery!EpochsReported}: a quorum's promises are known. */
  protected boolean epochsReported() {
    return context.isQuorum(reported());
  }

  /** {@code Discovery!NewEpoch}: the least above all promises reported. */
  private long newEpoch() {
    long newest = state.acceptedEpoch;
    for (long epoch : cepoch) {
      newest = Math.max(newest, epoch);
    }
    return newest + 1;
  }

  /** {@code Discovery!NoEpochYet}: an epoch is picked once. */
  protected boolean noEpochYet() {
    return !proposedEpoch() && state.pending == Pending.NONE;
  }

  /** {@code Discovery!ProposeEpoch}: the epoch is picked, and its own promise being written. */
  public void proposeEpoch() {
    RejectedException.unless(noEpochYet() && epochsReported(), "no quorum has reported");
    write(new Pending(EpochField.ACCEPTED, newEpoch(), 0));
    context.trace(Action.ProposeEpoch);
  }

  /** {@code Discovery!LeaderPersistAcceptedEpoch}: the epoch is proposed. */
  public void leaderPersistAcceptedEpoch() {
    RejectedException.unless(state.pending.is(EpochField.ACCEPTED), "no promise is being written");
    state.acceptedEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    ackEpoch[context.self()] = state.vote(Promise.FIRST);
    channels.sendAll(withoutSelf(reported()), new Message.NewEpoch(state.acceptedEpoch));
    context.trace(Action.LeaderPersistAcceptedEpoch);
  }

  /** {@code Discovery!Counts}: only who promised this epoch to this leader makes the quorum. */
  protected boolean counts(Vote vote) {
    return vote.promise() == Promise.FIRST;
  }

  /** {@code Discovery!Voters}. */
  protected long voters() {
    long voters = 0;
    for (int member = 0; member < ackEpoch.length; member++) {
      if (counts(ackEpoch[member])) {
        voters = Members.with(voters, member);
      }
    }
    return voters;
  }

  /** {@code Discovery!NotLater}: by the epoch in which a history was adopted, then by its end. */
  protected boolean notLater(Vote vote, Vote other) {
    return vote.epoch() < other.epoch()
        || (vote.epoch() == other.epoch() && vote.zxid().compareTo(other.zxid()) <= 0);
  }

  /** {@code Discovery!Latest}: the voters with the latest history. */
  protected long latest() {
    long voters = voters();
    long latest = 0;
    for (int member = 0; member < ackEpoch.length; member++) {
      if (Members.contains(voters, member) && isLatest(member, voters)) {
        latest = Members.with(latest, member);
      }
    }
    return latest;
  }

  private boolean isLatest(int member, long voters) {
    for (int other = 0; other < ackEpoch.length; other++) {
      if (Members.contains(voters, other) && !notLater(ackEpoch[other], ackEpoch[member])) {
        return false;
      }
    }
    return true;
  }

  /** {@code Discovery!PromisedByQuorum}: a quorum has promised the epoch to it, and to no other. */
  protected boolean promisedByQuorum() {
    return phase == Phase.DISCOVERY && context.isQuorum(voters());
  }

  /** {@code Discovery!Adopted}: its own history is the initial history of its epoch. */
  private boolean adopted() {
    return state.pending.is(EpochField.CURRENT) || Members.contains(ackLeader, context.self());
  }

  /**
   * {@code Discovery!PullHistory}: a member with the latest history is asked for what is missing.
   */
  public void pullHistory(int member) {
    long latest = latest();
    RejectedException.unless(
        promisedByQuorum()
            && Members.contains(latest, member)
            && !Members.contains(latest, context.self())
            && channels.isOpen(member),
        "nothing to pull from " + member);
    phase = Phase.SYNCHRONIZATION;
    source = member;
    channels.send(member, new Message.Pull(state.acceptedEpoch, state.lastZxid()));
    context.trace(Action.PullHistory, member, null, null);
  }

  // -- synchronization

  /** {@code Synchronization!Joined}. */
  private long joined() {
    long joined = 0;
    for (int member = 0; member < ackEpoch.length; member++) {
      if (member != context.self() && ackEpoch[member] != Vote.NONE) {
        joined = Members.with(joined, member);
      }
    }
    return joined;
  }

  /** {@code Synchronization!CompleteDiscovery}: its own history is the epoch's initial one. */
  public void completeDiscovery() {
    RejectedException.unless(
        promisedByQuorum() && Members.contains(latest(), context.self()),
        "the history is not known to be the latest");
    phase = Phase.SYNCHRONIZATION;
    state.pending = new Pending(EpochField.CURRENT, state.acceptedEpoch, state.history.length());
    forwarding = joined();
    for (int member = 0; member < ackEpoch.length; member++) {
      if (Members.contains(forwarding, member)) {
        sendSyncAndNewLeader(member, ackEpoch[member].zxid());
      }
    }
    context.trace(Action.CompleteDiscovery);
  }

  /**
   * {@code Synchronization!SyncAndNewLeader}: both messages that bring a follower into the epoch.
   */
  private void sendSyncAndNewLeader(int member, Zxid zxid) {
    channels.send(member, new Message.Sync(state.acceptedEpoch, syncMessage(zxid)));
    channels.send(member, new Message.NewLeader(state.acceptedEpoch));
  }

  /** {@code Synchronization!HandlePULLED}: its own history is the latest now. */
  public void handlePULLED(Connection connection, Message.Pulled message) {
    expect(phase == Phase.SYNCHRONIZATION && !adopted(), message);
    int from = connection.initiator();
    install(message.difference());
    Vote vote = ackEpoch[from];
    ackEpoch[context.self()] = new Vote(Promise.FIRST, vote.epoch(), vote.zxid());
    phase = Phase.DISCOVERY;
    source = -1;
    context.trace(Action.HandlePULLED, from, connection, message);
  }

  /** {@code Synchronization!HandleACKEPOCH}: a follower has promised the epoch. */
  public void handleACKEPOCH(Connection connection, Message.AckEpoch message) {
    expect(proposedEpoch(), message);
    int from = connection.initiator();
    ackEpoch[from] = new Vote(message.promise(), message.currentEpoch(), message.lastZxid());
    if (adopted()) {
      forwarding = Members.with(forwarding, from);
      sendSyncAndNewLeader(from, message.lastZxid());
    }
    context.trace(Action.HandleACKEPOCH, from, connection, message);
  }

  /**
   * {@code Synchronization!LeaderPersistCurrentEpoch}: it counts as one of the epoch from now on.
   */
  public void leaderPersistCurrentEpoch() {
    RejectedException.unless(
        state.pending.is(EpochField.CURRENT) && historyOnDisk(), "the history is not on disk");
    state.currentEpoch = state.pending.epoch();
    state.pending = Pending.NONE;
    ackLeader = Members.with(ackLeader, context.self());
    acked[context.self()] = state.synced;
    commitUpTo(commitPoint(), ackLeader);
    context.trace(Action.LeaderPersistCurrentEpoch);
    takeOfficeIfEstablished();
  }

  /** {@code Synchronization!AdoptedByQuorum}. */
  protected boolean adoptedByQuorum() {
    return context.isQuorum(ackLeader);
  }

  /** {@code Synchronization!Establish}: the whole history is committed; requests are taken. */
  public void establish() {
    RejectedException.unless(
        phase == Phase.SYNCHRONIZATION && adoptedByQuorum(), "no quorum has adopted the epoch");
    phase = Phase.BROADCAST;
    sessions = state.history.sessions();
    channels.sendAll(
        withoutSelf(ackLeader), new Message.CommitLd(state.acceptedEpoch, state.lastZxid()));
    commit(state.history.length());
    context.output(new Output.LeaderChanged(context.self(), state.acceptedEpoch));
    context.trace(Action.Establish);
    takeOfficeIfEstablished();
  }

  /** Its own entry into its epoch may come after that of a quorum of others. */
  private void takeOfficeIfEstablished() {
    if (phase == Phase.BROADCAST && Members.contains(ackLeader, context.self())) {
      context.transfer.takeOffice();
    }
  }

  // -- commitment

  /**
   * {@code Commitment!OnDiskAtQuorum}: the greatest length that a quorum is known to have on disk,
   * of the members in the epoch; 0 if none.
   */
  protected long onDiskAtQuorum() {
    long best = 0;
    for (int member = 0; member < acked.length; member++) {
      if (Members.contains(ackLeader, member)
          && acked[member] > best
          && context.isQuorum(holding(acked[member]))) {
        best = acked[member];
      }
    }
    return best;
  }

  /** The members in the epoch that are known to have so much on disk. */
  protected long holding(long length) {
    long holders = 0;
    for (int member = 0; member < acked.length; member++) {
      if (Members.contains(ackLeader, member) && acked[member] >= length) {
        holders = Members.with(holders, member);
      }
    }
    return holders;
  }

  /** {@code Commitment!CommitPoint}: before the leader is established, counting proves nothing. */
  protected long commitPoint() {
    return phase == Phase.BROADCAST
        ? Math.max(state.lastCommitted, onDiskAtQuorum())
        : state.lastCommitted;
  }

  /** {@code Commitment!CommitUpTo}. */
  private void commitUpTo(long length, long receivers) {
    if (length > state.lastCommitted) {
      channels.sendAll(
          withoutSelf(receivers),
          new Message.Commit(state.acceptedEpoch, state.history.zxidAt(length)));
      commit(length);
      requests.committed(length);
    }
  }

  // -- broadcast

  /** {@code Broadcast!NextInSession}: the next request of its session in the log. */
  protected boolean nextInSession(long session, long seq) {
    return seq == sessions.lastSeq(session) + 1;
  }

  /** {@code Broadcast!Counter}, and one more. */
  protected long nextCounter() {
    return state.history.counter(state.acceptedEpoch) + 1;
  }

  /** All that were sent the history get all that follows it. */
  protected long proposeTo() {
    return forwarding;
  }

  /** {@code Broadcast!ClientRequest}: the request is logged and proposed. */
  public void clientRequest(long session, long seq, byte[] payload) {
    RejectedException.unless(
        phase == Phase.BROADCAST && nextInSession(session, seq), "not the next of its session");
    Entry entry = new Entry(state.acceptedEpoch, nextCounter(), session, seq, payload);
    append(entry);
    sessions.record(session, seq, state.history.length());
    channels.sendAll(proposeTo(), new Message.Propose(state.acceptedEpoch, entry));
    context.trace(Action.ClientRequest, -1, null, null, session, seq);
  }

  @Override
  void afterFsync(long n) {
    if (Members.contains(ackLeader, context.self())) {
      acked[context.self()] = n;
      commitUpTo(commitPoint(), ackLeader);
    }
  }

  /** {@code Broadcast!HandleACK}: a follower has synced up to a zxid. */
  public void handleACK(Connection connection, Message.Ack message) {
    int from = connection.initiator();
    expect(Members.contains(ackLeader, from) && message.epoch() == state.acceptedEpoch, message);
    acked[from] = state.history.countUpTo(message.zxid());
    commitUpTo(commitPoint(), ackLeader);
    context.trace(Action.HandleACK, from, connection, message);
  }

  /** {@code Broadcast!HandleACKLD}: a follower is in the epoch, and learns what is committed. */
  public void handleACKLD(Connection connection, Message.AckLd message) {
    expect(adopted() && message.epoch() == state.acceptedEpoch, message);
    int from = connection.initiator();
    long others = Members.without(ackLeader, from);
    ackLeader = Members.with(ackLeader, from);
    acked[from] = state.history.countUpTo(message.zxid());
    long length = commitPoint();
    if (phase == Phase.BROADCAST) {
      channels.send(from, new Message.CommitLd(state.acceptedEpoch, state.history.zxidAt(length)));
    }
    commitUpTo(length, others);
    context.trace(Action.HandleACKLD, from, connection, message);
  }

  // -- reads

  /** {@code Reads!ClientRead}: a round begins, for all reads that wait. */
  public void clientRead() {
    RejectedException.unless(phase == Phase.BROADCAST, "not established");
    state.readRound++;
    roundAge = 0;
    reads.begin(state.lastCommitted, selfAsSet());
    channels.sendAll(
        withoutSelf(ackLeader), new Message.Ping(state.acceptedEpoch, state.readRound));
    context.trace(Action.ClientRead);
  }

  /** {@code Reads!ThisRound}: an answer to an earlier round says nothing about now. */
  protected boolean thisRound(Message.Pong message) {
    return reads.active && message.round() == state.readRound;
  }

  /** {@code Reads!HandlePONG}. */
  public void handlePONG(Connection connection, Message.Pong message) {
    int from = connection.initiator();
    expect(Members.contains(ackLeader, from) && phase == Phase.BROADCAST, message);
    if (thisRound(message)) {
      reads.acks = Members.with(reads.acks, from);
    }
    context.trace(Action.HandlePONG, from, connection, message);
  }

  /** {@code Reads!Confirmed}: a quorum followed after the round began. */
  protected boolean confirmed() {
    return reads.active && context.isQuorum(reads.acks);
  }

  /** {@code Reads!ServeRead}: the reads of the round are answered. */
  public void serveRead() {
    RejectedException.unless(confirmed(), "leadership is not confirmed");
    long index = reads.index;
    List<Long> tokens = reads.end();
    if (!tokens.isEmpty()) {
      context.output(new Output.ServeReads(index, tokens));
    }
    context.trace(Action.ServeRead);
  }

  // -- faults

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
