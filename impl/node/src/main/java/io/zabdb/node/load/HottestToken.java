package io.zabdb.node.load;

/**
 * Whether one token has most of the hits of a partition, so that no split would help. The only one
 * that can is found by majority vote in an interval, and counted in the next one: it takes the same
 * few bytes whatever is asked for. Not thread-safe.
 *
 * <p>Source: R. S. Boyer, J. S. Moore: MJRTY, a fast majority vote algorithm (1981).
 */
final class HottestToken {

  /** Of the interval under way: if a token has more than half of it, it is this one. */
  private long candidate;

  private double votes;

  /** The candidate of the interval before, and what it has of this one. */
  private long counted;

  private boolean isCounting;
  private double own;
  private double all;
  private double share;

  /**
   * @param weight more than 0
   */
  void hit(long token, double weight) {
    all += weight;
    if (isCounting && token == counted) {
      own += weight;
    }
    if (token == candidate) {
      votes += weight;
    } else {
      votes -= weight;
      if (votes < 0) {
        candidate = token;
        votes = -votes;
      }
    }
  }

  /** An interval ends. */
  void close() {
    share = all > 0 ? own / all : 0;
    counted = candidate;
    isCounting = all > 0;
    votes = 0;
    own = 0;
    all = 0;
  }

  /**
   * What the token that may have had most in the last interval but one had of the last one, 0 to 1;
   * 0 also if there was none. Only more than a half says that it is the hottest.
   */
  double share() {
    return share;
  }
}
