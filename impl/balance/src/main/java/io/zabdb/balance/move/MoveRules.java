package io.zabdb.balance.move;

/**
 * When it pays to move something.
 *
 * @param payPercent so much more than its destination the source must have to do, also when the
 *     move is done, in percent of the destination
 * @param leaderPercent so much more than the destination of a leadership will have to do must its
 *     source have had, in percent: it costs milliseconds and no bytes
 * @param leastPercent a difference of less than so many percent of what a node can do is none
 * @param fullPercent no node is filled beyond so many percent of what it can store
 * @param restMillis so long a partition stays where it came to
 * @param unknownMillis so long after a node has joined its load is not known
 * @param passMillis so long a node is passed over for which nobody was found to take anything
 */
public record MoveRules(
    int payPercent,
    int leaderPercent,
    int leastPercent,
    int fullPercent,
    long restMillis,
    long unknownMillis,
    long passMillis) {

  /** Those of the product: 10%, 5%, 1%, 90%, an hour, one minute, five minutes. */
  public static final MoveRules USUAL = new MoveRules(10, 5, 1, 90, 3_600_000, 60_000, 300_000);

  /**
   * @throws IllegalArgumentException if a figure makes no sense
   */
  public MoveRules {
    if (payPercent < 1
        || payPercent > 100
        || leaderPercent < 1
        || leaderPercent > 100
        || leastPercent < 0
        || leastPercent > 100
        || fullPercent < 1
        || fullPercent > 100
        || restMillis < 0
        || unknownMillis < 0
        || passMillis < 0) {
      throw new IllegalArgumentException(
          ("pay %d%%, leader %d%%, full %d%% (1 to 100), least %d%% (0 to 100), rest %d ms,"
                  + " unknown %d ms, passed over for %d ms (0 and more)")
              .formatted(
                  payPercent,
                  leaderPercent,
                  fullPercent,
                  leastPercent,
                  restMillis,
                  unknownMillis,
                  passMillis));
    }
  }

  /** Until when a partition rests that came now. */
  public long restsUntil(long nowMillis) {
    return nowMillis + restMillis;
  }
}
