package io.zabdb.testkit.sim.check;

import io.zabdb.core.group.Settings.Timing;

/**
 * How long a group may take once faults have stopped, in virtual microseconds.
 *
 * @param election until a leader is established and a quorum follows it
 * @param operation until an operation that is asked then is answered
 */
public record Bounds(long election, long operation) {

  /**
   * How many elections may fail one after the other: what was said before the faults stopped still
   * misleads the first, the best candidate may not come forward, and a leader that is cut off from
   * its quorum has to notice.
   */
  private static final int ELECTIONS = 4;

  /** How many times an operation may be asked before it comes to the leader. */
  private static final int ATTEMPTS = 12;

  /**
   * Computes them.
   *
   * @param tickMicros the longest tick of a healthy clock
   * @param delayMicros the longest delay of a healthy link
   * @param writeMicros the longest write of a healthy disk
   * @param attemptMicros how long a client waits before it asks another node
   * @param giveUpMicros how long a dead connection may look alive
   */
  public static Bounds of(
      Timing timing,
      int members,
      long tickMicros,
      long delayMicros,
      long writeMicros,
      long attemptMicros,
      long giveUpMicros) {
    long notice = Math.max(timing.followerTimeout(), timing.leaderTimeout()) * tickMicros;
    // Each candidate that is better and does not come forward costs half an electionTimeout.
    long campaign =
        (timing.electionWait() + (members + 2L) * timing.electionTimeout() / 2) * tickMicros;
    long synchronization = timing.synchronizationTimeout() * tickMicros;
    // Eight messages, one after the other, and a write of each epoch and of the log at both ends.
    long exchange = 8 * delayMicros + 6 * writeMicros;
    long election = giveUpMicros + ELECTIONS * (notice + campaign + synchronization + exchange);
    long answer = 4 * delayMicros + 4 * writeMicros + notice;
    return new Bounds(election, ATTEMPTS * (attemptMicros + answer));
  }
}
