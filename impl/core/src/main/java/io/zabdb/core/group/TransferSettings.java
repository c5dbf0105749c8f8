package io.zabdb.core.group;

/**
 * The constants of {@code specs/transfer/LeadershipTransfer.tla}, and the limit of a drain.
 *
 * @param policy how a leader chooses its successor, at first; may change at run time
 * @param staggered whether heavy compactions need a permit of the leader
 * @param maxPressure at this pressure the store stops writes, in levels; at least 1
 * @param threshold from this pressure on a compaction is heavy and due; 1 to maxPressure
 * @param hysteresis a successor is cooler than the threshold by at least this much; 1 to threshold
 * @param maxLag how many entries a successor may lack when it is chosen, and how many of the best
 *     history a member that is elected for its weight, from 0
 * @param minInterval ticks that a leader lets pass before it begins a transfer, from 0
 * @param drainTimeout ticks after which a transfer that is not drained is given up, at least 1
 */
public record TransferSettings(
    TransferPolicy policy,
    boolean staggered,
    int maxPressure,
    int threshold,
    int hysteresis,
    long maxLag,
    int minInterval,
    int drainTimeout) {

  /** At 10 ms a tick: an interval of 5 s, and a drain of at most half a second. */
  public static final TransferSettings DEFAULT =
      new TransferSettings(TransferPolicy.COLDEST, true, 10, 6, 2, 1_024, 500, 50);

  public TransferSettings {
    if (policy == null) {
      throw new IllegalArgumentException("policy is missing");
    }
    require(maxPressure >= 1, "maxPressure", maxPressure, "1 or more");
    require(
        threshold >= 1 && threshold <= maxPressure,
        "threshold",
        threshold,
        "1 to the maxPressure of " + maxPressure);
    require(
        hysteresis >= 1 && hysteresis <= threshold,
        "hysteresis",
        hysteresis,
        "1 to the threshold of " + threshold);
    require(maxLag >= 0, "maxLag", maxLag, "0 or more");
    require(minInterval >= 0, "minInterval", minInterval, "0 or more");
    require(drainTimeout >= 1, "drainTimeout", drainTimeout, "1 or more");
  }

  private static void require(boolean valid, String name, long value, String range) {
    if (!valid) {
      throw new IllegalArgumentException(name + " is " + value + ", allowed is " + range);
    }
  }
}
