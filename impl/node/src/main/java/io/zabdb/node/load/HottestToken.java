package io.zabdb.node.load;

import io.zabdb.model.data.Bytes;

/**
 * Whether one token has most of the hits of a partition, so that no split would help, and a row of
 * it. The only one that can is found by majority vote in an interval, and counted in the next one:
 * it takes the same few bytes whatever is asked for, and three rows of {@value #MOST_ROW} at most.
 * Not thread-safe.
 *
 * <p>Source: R. S. Boyer, J. S. Moore: MJRTY, a fast majority vote algorithm (1981).
 */
final class HottestToken {

  /** Longer rows are not kept, in bytes. */
  static final int MOST_ROW = 256;

  /** Of the interval under way: if a token has more than half of it, it is this one. */
  private long candidate;

  private Bytes candidateRow = Bytes.EMPTY;
  private double votes;

  /** The candidate of the interval before, and what it has of this one. */
  private long counted;

  private Bytes countedRow = Bytes.EMPTY;
  private boolean isCounting;
  private double own;
  private double all;
  private double share;
  private Bytes row = Bytes.EMPTY;

  /**
   * @param asked the row that was asked for; empty: none in particular
   * @param weight more than 0
   */
  void hit(long token, Bytes asked, double weight) {
    all += weight;
    if (isCounting && token == counted) {
      own += weight;
    }
    if (token == candidate) {
      votes += weight;
      if (candidateRow.isEmpty()) {
        candidateRow = kept(asked);
      }
    } else {
      votes -= weight;
      if (votes < 0) {
        candidate = token;
        candidateRow = kept(asked);
        votes = -votes;
      }
    }
  }

  /** A copy: it may be a part of something larger. */
  private static Bytes kept(Bytes asked) {
    return asked.length() <= MOST_ROW ? Bytes.of(asked.array()) : Bytes.EMPTY;
  }

  /** An interval ends. */
  void close() {
    share = all > 0 ? own / all : 0;
    row = countedRow;
    counted = candidate;
    countedRow = candidateRow;
    candidateRow = Bytes.EMPTY;
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

  /** A row of that token; empty if none is known, or it has more than {@value #MOST_ROW} bytes. */
  Bytes row() {
    return row;
  }
}
