package io.zabdb.storage.engine;

import io.zabdb.storage.key.CellKey;
import io.zabdb.storage.key.Token;

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

  /** The range of their keys. */
  KeyRange keys() {
    return new KeyRange(
        CellKey.ofToken(after + 1), upTo == Long.MAX_VALUE ? null : CellKey.ofToken(upTo + 1));
  }
}
