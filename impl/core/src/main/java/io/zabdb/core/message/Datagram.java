package io.zabdb.core.message;

import io.zabdb.core.group.Roster;

/**
 * What replicas tell each other outside of a connection: it may be lost, doubled or late, and
 * nothing unsafe follows from it. All are immutable.
 */
public sealed interface Datagram {

  /** What a replica does at present. */
  enum Role {
    LOOKING,
    FOLLOWING,
    LEADING
  }

  /**
   * A replica that is LOOKING or LEADING introduces itself; the oracle of {@code Discovery!Lead}
   * and {@code Follow} rests on nothing else.
   *
   * @param role LOOKING or LEADING; FOLLOWING only towards the leader, as a sign of life of a
   *     member that waits for its disk
   * @param acceptedEpoch the last epoch it promised
   * @param currentEpoch the last epoch whose history it adopted
   * @param lastZxid of its history
   * @param length of its history, in entries
   * @param committed how many entries it knows to be committed
   * @param weight of its vote, from 0: less while it is under compaction pressure ({@code
   *     LeadershipTransfer!Weight})
   * @param heard the members, as bits, from which it heard of late
   * @param disk the number of its disk
   */
  record Notification(
      Role role,
      long acceptedEpoch,
      long currentEpoch,
      Zxid lastZxid,
      long length,
      long committed,
      int weight,
      long heard,
      long disk)
      implements Datagram {

    /** Of an unnumbered disk. */
    public Notification(
        Role role,
        long acceptedEpoch,
        long currentEpoch,
        Zxid lastZxid,
        long length,
        long committed,
        int weight,
        long heard) {
      this(
          role,
          acceptedEpoch,
          currentEpoch,
          lastZxid,
          length,
          committed,
          weight,
          heard,
          Roster.UNNUMBERED);
    }
  }

  /**
   * A follower's compaction pressure ({@code LeadershipTransfer!SendReport}).
   *
   * @param epoch the epoch it is in
   * @param run starts and ends of its heavy compactions so far: odd while one runs
   * @param pressure in levels, from 0
   */
  record Report(long epoch, long run, int pressure) implements Datagram {}

  /** A leader permits a heavy compaction ({@code LeadershipTransfer!GrantPermit}). */
  record Permit(long epoch, long run) implements Datagram {}

  /** A leader has resigned in favour of the receiver ({@code LeadershipTransfer!HandOver}). */
  record Start(long epoch) implements Datagram {}
}
