package io.zabdb.core.zab;

import io.zabdb.core.message.Checkpoint;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Datagram.Notification;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.Described;
import io.zabdb.core.state.Phase;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.EpochField;
import io.zabdb.core.step.Input;
import io.zabdb.core.step.Output;
import io.zabdb.core.step.Refusal;
import io.zabdb.core.trace.Action;
import io.zabdb.core.transfer.LeadershipTransfer;

/**
 * What a replica does in any role: LOOKING, FOLLOWING or LEADING. A role object lives as long as
 * the role; the volatile state that belongs to the role ends with it. It drives the classes of its
 * duties, one for each module of the spec, and takes no action of the spec itself but the two that
 * are every role's.
 *
 * <p>What may end the role returns a {@link RoleChange}. Not thread-safe.
 */
public abstract class Role implements Described {

  final Context context;
  final ReplicaState state;
  final LeadershipTransfer transfer;
  final Guards guards;
  final LogKeeping log;

  Role(Context context, LeadershipTransfer transfer, Guards guards) {
    this.context = context;
    this.state = context.state;
    this.transfer = transfer;
    this.guards = guards;
    this.log = new LogKeeping(context);
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
  abstract void begin();

  abstract RoleChange tick();

  /** Only a leader accepts connections. */
  void connectionRequested(Connection connection) {
    context.output(new Output.Close(connection));
  }

  /** Too late: this replica is in another role by now. */
  RoleChange connectionAccepted(Connection connection) {
    context.output(new Output.Close(connection));
    return RoleChange.STAY;
  }

  abstract RoleChange connectionClosed(Connection connection);

  /** A message; what still comes over connections of an earlier role is of no interest. */
  abstract RoleChange received(Connection connection, Message message);

  /** See {@link Input.Progressed}. */
  void progressed(Connection connection) {}

  /** Another member introduced itself. */
  abstract void notified(int from, Notification notification);

  abstract void epochWritten(EpochField field);

  void clientRequest(Input.ClientRequest request) {
    refuse(request.token());
  }

  /** See {@link Replica#holdsUpdates}. */
  boolean holdsUpdates() {
    return false;
  }

  void clientRead(Input.ClientRead read) {
    refuse(read.token());
  }

  void membersRequested(Input.OfMembers request) {
    refuse(request.token());
  }

  /** See {@link Replica#isResting}. */
  boolean isResting() {
    return false;
  }

  /** Only a leader counts disks. */
  void memberIsWhole(int member) {}

  private void refuse(long token) {
    context.output(new Output.Refuse(token, Refusal.NOT_LEADER, knownLeader()));
  }

  /** Takes whatever steps have become possible. */
  abstract RoleChange advance();

  /** What this replica tells of itself, as long as it looks or leads. */
  Notification introduction() {
    return new Notification(
        name(),
        state.acceptedEpoch,
        state.currentEpoch,
        state.lastZxid(),
        state.history.length(),
        state.lastCommitted,
        transfer.weight(),
        context.election.heard(),
        context.introducedDisk());
  }

  // -- actions of every role

  /** {@code Broadcast!Fsync}: the log up to its n-th entry is on disk. */
  public void fsync(long n) {
    log.synced(n);
    afterFsync(n);
    context.trace(Action.Fsync, -1, null, null, n, 0);
  }

  /** What the role does with the news; nothing, if it has no leader or no epoch yet. */
  abstract void afterFsync(long n);

  /** {@code Faults!TakeCheckpoint}: a checkpoint is on disk; the log below it is purged. */
  public void takeCheckpoint(Checkpoint checkpoint) {
    log.purge(checkpoint, guards.checkpointable(state));
    context.trace(Action.TakeCheckpoint, -1, null, null, checkpoint.length(), 0);
  }

  /** What holds of one replica after each step (MCZab, as far as one replica can see it). */
  void checkInvariants() {
    state.checkInvariants(this);
  }
}
