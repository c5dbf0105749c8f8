package io.zabdb.core.message;

import io.zabdb.core.group.Roster;

/**
 * The messages of Zab, one record per message of {@code specs/zab}, sent in order over a connection
 * between a follower and its leader. All are immutable. In {@code docs/protocol.md} is a table of
 * who sends which when.
 */
public sealed interface Message {

  /** Whether an ACKEPOCH counts towards the quorum of discovery. */
  enum Promise {
    /** The epoch was promised just now, and to this leader only. */
    FIRST,
    /** It had been promised before, perhaps to another leader. */
    AGAIN
  }

  /**
   * Follower to leader, first on a connection: the last epoch that the follower promised.
   *
   * @param disk the number of the follower's disk: whose vote all that follows is
   */
  record Cepoch(long acceptedEpoch, long disk) implements Message {

    /** Of an unnumbered disk. */
    public Cepoch(long acceptedEpoch) {
      this(acceptedEpoch, Roster.UNNUMBERED);
    }
  }

  /** Leader to follower: promise this epoch. */
  record NewEpoch(long epoch) implements Message {}

  /**
   * Follower to leader: promised, and how recent its history is.
   *
   * @param roster the last in that history
   */
  record AckEpoch(Promise promise, long currentEpoch, Zxid lastZxid, Roster roster)
      implements Message {

    /** Of a history without rosters. */
    public AckEpoch(Promise promise, long currentEpoch, Zxid lastZxid) {
      this(promise, currentEpoch, lastZxid, Roster.NONE);
    }
  }

  /** Leader to a follower with the latest history: send what I lack behind my last zxid. */
  record Pull(long epoch, Zxid lastZxid) implements Message {}

  /** The answer to {@link Pull}. */
  record Pulled(long epoch, Difference difference) implements Message {}

  /** Leader to follower: what makes the follower's history equal to the leader's. */
  record Sync(long epoch, Difference difference) implements Message {}

  /**
   * Either way: the beginning of a {@link Sync} or {@link Pulled} that is long. What is left of
   * that goes on from the last entry of this, of which there is one at least.
   */
  record Part(long epoch, Difference difference) implements Message {}

  /** Leader to follower: adopt the epoch with the history that you have now. */
  record NewLeader(long epoch) implements Message {}

  /** Follower to leader: epoch and history, up to this zxid, are on disk. */
  record AckLd(long epoch, Zxid zxid) implements Message {}

  /** Leader to follower: a quorum has adopted the epoch; committed up to this zxid. */
  record CommitLd(long epoch, Zxid zxid) implements Message {}

  /** Leader to follower: append this entry. */
  record Propose(long epoch, Entry entry) implements Message {}

  /** Follower to leader: everything up to this zxid is on disk. */
  record Ack(long epoch, Zxid zxid) implements Message {}

  /** Leader to follower: everything up to this zxid is committed. */
  record Commit(long epoch, Zxid zxid) implements Message {}

  /** Leader to follower: do you still follow me? Also the heartbeat. */
  record Ping(long epoch, long round) implements Message {}

  /** The answer to {@link Ping}. */
  record Pong(long epoch, long round) implements Message {}

  /**
   * Leader to follower: there is nothing to do, so let us rest. Follower to leader: I rest. Until
   * one of the two says anything else, neither expects to hear of the other.
   *
   * @param question its number, from 1; the answer names it
   */
  record Rest(long epoch, long question) implements Message {}

  /** Follower to leader: I rest no longer; do you still lead me? */
  record Wake(long epoch) implements Message {}
}
