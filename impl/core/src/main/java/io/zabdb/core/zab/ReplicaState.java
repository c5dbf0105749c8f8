package io.zabdb.core.zab;

import io.zabdb.core.message.Message.Promise;
import io.zabdb.core.message.Zxid;
import io.zabdb.core.state.Pending;
import io.zabdb.core.state.Vote;

/**
 * The variables of a replica that all roles share, grouped as in {@code specs/zab/ZabState.tla}.
 * Those of a leader are in {@link Leading}. Not thread-safe.
 */
final class ReplicaState {

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
}
