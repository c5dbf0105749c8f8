package io.zabdb.core.zab;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Difference.Mode;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Described;
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

/**
 * What a replica does in any role: LOOKING, FOLLOWING or LEADING. A role object lives as long as
 * the role; the volatile state that belongs to the role ends with it.
 *
 * <p>Methods named as actions of {@code specs/zab} are these actions; methods named as its other
 * operators compute the same. Not thread-safe.
 */
public abstract class Role implements Described {

  protected final Context context;
  final ReplicaState state;

  protected Role(Context context) {
    this.context = context;
    this.state = context.state;
  }

  // -- the view of the role's variables; initial values where a role has none

  abstract Datagram.Role name();

  Phase phase() {
    return Phase.DISCOVERY;
  }

  int leader() {
    return context.self();
  }

  /** The member that seems to lead, or -1: for clients. */
  abstract int knownLeader();

  long cepoch(int member) {
    return -1;
  }

  Vote ackEpoch(int member) {
    return Vote.NONE;
  }

  long forwarding() {
    return 0;
  }

  long ackLeader() {
    return 0;
  }

  long acked(int member) {
    return 0;
  }

  long readIndex() {
    return 0;
  }

  long readAcks() {
    return 0;
  }

  boolean readActive() {
    return false;
  }

  /** See {@code Host}. */
  long unacknowledged(int member) {
    return Long.MAX_VALUE;
  }

  // -- inputs

  /** Once, when the role begins. */
  void begin() {}

  abstract void tick();

  /** Only a leader accepts connections. */
  void connectionRequested(Connection connection) {
    context.output(new Output.Close(connection));
  }

  /** Too late: this replica is in another role by now. */
  void connectionAccepted(Connection connection) {
    context.output(new Output.Close(connection));
  }

  void connectionClosed(Connection connection) {}

  /** What still comes over connections of an earlier role is of no interest. */
  void received(Connection connection, Message message) {}

  /** See {@link Input.Progressed}. */
  void progressed(Connection connection) {}

  /** Another member introduced itself. */
  void notified(int from, Notification notification) {}

  abstract void epochWritten(EpochField field);

  void clientRequest(Input.ClientRequest request) {
    refuse(request.token(), Refusal.NOT_LEADER);
  }

  void clientRead(Input.ClientRead read) {
    refuse(read.token(), Refusal.NOT_LEADER);
  }

  /** The driver wants this replica out of its role. */
  protected abstract void leave();

  /** The leader has handed over to this replica, which is not LEADING. */
  void startEpoch() {
    throw new ProtocolViolation("it leads already: " + describe());
  }

  /** Leadership was handed over to this replica: clients are on their way here. */
  void expectClients() {}

  /** Takes whatever steps have become possible. */
  protected void advance() {}

  void refuse(long token, Refusal refusal) {
    context.output(new Output.Refuse(token, refusal, knownLeader()));
  }

  /** What this replica tells of itself, as long as it looks or leads. */
  Notification introduction() {
    return new Notification(
        name(),
        state.acceptedEpoch,
        state.currentEpoch,
        state.lastZxid(),
        state.history.length(),
        state.lastCommitted,
        context.weight(),
        context.election.heard(),
        state.disk);
  }

  // -- actions of every role

  /** {@code Broadcast!Fsync}: the log up to its n-th entry is on disk. */
  public void fsync(long n) {
    RejectedException.unless(
        n > state.synced && n <= state.history.length(),
        "synced is not beyond what was, or beyond the log");
    state.synced = n;
    afterFsync(n);
    context.trace(Action.Fsync, -1, null, null, n, 0);
  }

  /** What the role does with the news; nothing, if it has no leader or no epoch yet. */
  void afterFsync(long n) {}

  /** {@code Faults!TakeCheckpoint}: a checkpoint is on disk; the log below it is purged. */
  public void takeCheckpoint(Checkpoint checkpoint) {
    RejectedException.unless(
        checkpoint.length() > state.history.checkpoint() && checkpoint.length() <= checkpointable(),
        "checkpoint of " + checkpoint.length() + " entries, committed are " + checkpointable());
    ProtocolViolation.unless(
        state.history.zxidAt(checkpoint.length()).equals(checkpoint.zxid()),
        "checkpoint of another history: " + checkpoint.zxid());
    state.history.purge(checkpoint);
    state.synced = Math.max(state.synced, checkpoint.length());
    context.trace(Action.TakeCheckpoint, -1, null, null, checkpoint.length(), 0);
  }

  /** {@code Faults!Checkpointable}: what may go into a checkpoint. */
  protected long checkpointable() {
    return state.lastCommitted;
  }

  // -- operators of every role

  /**
   * {@code Synchronization!SyncMessage}: what brings a history that ends at {@code zxid} in line.
   */
  protected Difference syncMessage(Zxid zxid) {
    History history = state.history;
    long shared = history.countUpTo(zxid);
    if (shared < history.checkpoint()) {
      Checkpoint checkpoint = history.lastCheckpoint();
      return new Difference(
          Mode.SNAP, checkpoint.zxid(), checkpoint, history.suffix(checkpoint.length()));
    }
    Zxid from = history.zxidAt(shared);
    Mode mode = from.equals(zxid) ? Mode.DIFF : Mode.TRUNC;
    return new Difference(mode, from, null, history.suffix(shared));
  }

  /** {@code Synchronization!Install}: own history becomes that of the sender. */
  protected void install(Difference difference) {
    History history = state.history;
    if (difference.mode() == Mode.SNAP) {
      Checkpoint checkpoint = difference.checkpoint();
      ProtocolViolation.unless(
          checkpoint.length() >= state.lastCommitted,
          "a checkpoint of " + checkpoint.length() + " entries, older than what is committed");
      history.install(checkpoint);
      state.synced = checkpoint.length();
      state.lastCommitted = checkpoint.length();
      context.output(new Output.Install(checkpoint));
    } else {
      ProtocolViolation.unless(
          history.holds(difference.from()), "a tail behind " + difference.from() + ", not held");
      long kept = history.countUpTo(difference.from());
      ProtocolViolation.unless(
          kept >= state.lastCommitted, "cut to " + kept + " what is committed");
      if (kept < history.length()) {
        history.truncate(kept);
        context.output(new Output.Truncate(kept));
      }
      state.synced = Math.min(state.synced, kept);
    }
    difference.entries().forEach(this::append);
  }

  /** Adds an entry to the history; it is not on disk yet. */
  protected void append(Entry entry) {
    state.history.append(entry);
    context.output(new Output.Append(state.history.length(), entry));
  }

  /** {@code Synchronization!HistoryOnDisk}: all that NEWLEADER vouched for is on disk. */
  protected boolean historyOnDisk() {
    return state.synced >= state.pending.upTo();
  }

  /** The first {@code length} entries are known to be committed. */
  void commit(long length) {
    long before = state.lastCommitted;
    state.lastCommitted = length;
    context.output(new Output.Deliver(length));
    long place = state.history.rosterPlace();
    if (place > before && place <= length) {
      context.output(new Output.RosterCommitted(state.history.roster()));
    }
  }

  /** Asks for the metadata write; nothing may end the role until it is done. */
  void write(Pending pending) {
    state.pending = pending;
    startWriting();
  }

  /** Asks for the write of currentEpoch once the history that it vouches for is on disk. */
  void writeCurrentEpochIfDue() {
    if (state.pending.is(EpochField.CURRENT) && !state.writing && historyOnDisk()) {
      startWriting();
    }
  }

  private void startWriting() {
    state.writing = true;
    context.output(new Output.WriteEpoch(state.pending.field(), state.pending.epoch()));
  }

  /** The role is over: what was pending was not begun. */
  void end() {
    ProtocolViolation.unless(!state.writing, "a role ends during a write of " + state.pending);
    state.pending = Pending.NONE;
    context.become(context.roles.looking(context));
  }

  // -- invariants

  /** What holds of one replica after each step (MCZab, as far as one replica can see it). */
  void checkInvariants() {
    History history = state.history;
    ProtocolViolation.unless(
        history.checkpoint() <= state.synced && state.synced <= history.length(),
        "checkpoint <= synced <= length",
        this);
    ProtocolViolation.unless(
        history.checkpoint() <= state.lastCommitted && state.lastCommitted <= history.length(),
        "checkpoint <= lastCommitted <= length",
        this);
    ProtocolViolation.unless(
        state.currentEpoch <= state.acceptedEpoch, "CurrentNotAboveAccepted", this);
    ProtocolViolation.unless(
        history.lastZxid().epoch() <= state.acceptedEpoch, "an entry not promised", this);
    ProtocolViolation.unless(
        !state.pending.is(EpochField.ACCEPTED) || state.pending.epoch() > state.acceptedEpoch,
        "a promise made twice",
        this);
    ProtocolViolation.unless(
        !state.pending.is(EpochField.CURRENT) || state.pending.epoch() == state.acceptedEpoch,
        "an epoch adopted without a promise",
        this);
  }

  @Override
  public String describe() {
    return name()
        + " "
        + phase()
        + " epochs "
        + state.acceptedEpoch
        + "/"
        + state.currentEpoch
        + " history "
        + state.history.checkpoint()
        + "<="
        + state.synced
        + "<="
        + state.history.length()
        + " committed "
        + state.lastCommitted
        + " "
        + state.pending;
  }
}
