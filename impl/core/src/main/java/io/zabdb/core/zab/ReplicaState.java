package io.zabdb.core.zab;

import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Described;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.state.Vote;
import io.zabdb.core.step.EpochField;

/**
 * The variables of a replica that all roles share, grouped as in {@code specs/zab/ZabState.tla}.
 * Those of a leader are in {@link LeaderState}, those of a follower in {@link FollowerState}. Not
 * thread-safe.
 */
public final class ReplicaState implements Described {

  // -- persisted: a restart finds these as far as they were synced

  /** The number of the disk. */
  final long disk;

  long acceptedEpoch;
  long currentEpoch;
  final History history;
  long synced;

  // -- volatile

  /** How much of the history is known to be committed, and is delivered. */
  long lastCommitted;

  Pending pending = Pending.NONE;

  /** Whether the driver is writing what is pending; a write that has begun is never called back. */
  boolean writing;

  /** The last round of PING, so that an answer to an earlier one is known as such. */
  long readRound;

  ReplicaState(Recovered recovered) {
    disk = recovered.disk();
    acceptedEpoch = recovered.acceptedEpoch();
    currentEpoch = recovered.currentEpoch();
    history = new History(recovered.checkpoint(), recovered.entries());
    synced = history.length();
    lastCommitted = history.checkpoint();
  }

  /** {@code Discovery!VoteOf}. */
  Vote vote(Promise promise) {
    return new Vote(promise, currentEpoch, history.lastZxid());
  }

  Zxid lastZxid() {
    return history.lastZxid();
  }

  /** What holds of one replica after each step (MCZab, as far as one replica can see it). */
  void checkInvariants(Described subject) {
    ProtocolViolation.unless(
        history.checkpoint() <= synced && synced <= history.length(),
        "checkpoint <= synced <= length",
        subject);
    ProtocolViolation.unless(
        history.checkpoint() <= lastCommitted && lastCommitted <= history.length(),
        "checkpoint <= lastCommitted <= length",
        subject);
    ProtocolViolation.unless(currentEpoch <= acceptedEpoch, "CurrentNotAboveAccepted", subject);
    ProtocolViolation.unless(
        history.lastZxid().epoch() <= acceptedEpoch, "an entry not promised", subject);
    ProtocolViolation.unless(
        !pending.is(EpochField.ACCEPTED) || pending.epoch() > acceptedEpoch,
        "a promise made twice",
        subject);
    ProtocolViolation.unless(
        !pending.is(EpochField.CURRENT) || pending.epoch() == acceptedEpoch,
        "an epoch adopted without a promise",
        subject);
  }

  @Override
  public String describe() {
    return "epochs "
        + acceptedEpoch
        + "/"
        + currentEpoch
        + " history "
        + history.checkpoint()
        + "<="
        + synced
        + "<="
        + history.length()
        + " committed "
        + lastCommitted
        + " "
        + pending;
  }
}
