package io.zabdb.model.ring;

/**
 * The tokens above {@code after} up to {@code upTo}. A range that wraps around the ring is two.
 *
 * @param after below {@code upTo}
 */
public record TokenRange(long after, long upTo) {

  /** All tokens. */
  public static final TokenRange ALL = new TokenRange(Token.MIN, Long.MAX_VALUE);

  public TokenRange {
    if (after >= upTo) {
      throw new IllegalArgumentException("the token range (" + after + ", " + upTo + "] is empty");
    }
  }

  /**
   * That of one token.
   *
   * @param token of a row, so above {@link Token#MIN}
   */
  public static TokenRange of(long token) {
    return new TokenRange(token - 1, token);
  }

  public boolean contains(long token) {
    return token > after && token <= upTo;
  }

  public boolean contains(TokenRange other) {
    return after <= other.after && other.upTo <= upTo;
  }
}
