package io.zabdb.storage.engine;

import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.key.CellKey;
import java.util.Arrays;

/**
 * Keys from {@code from} on, to before {@code to}. The arrays are not to be changed.
 *
 * @param to null: to the end
 */
record KeyRange(byte[] from, byte[] to) {

  /** The keys that begin with a prefix. */
  static KeyRange of(byte[] prefix) {
    return new KeyRange(prefix, CellKey.after(prefix));
  }

  /** The keys of the rows with these tokens. */
  static KeyRange of(TokenRange range) {
    return new KeyRange(
        CellKey.ofToken(range.after() + 1),
        range.upTo() == Long.MAX_VALUE ? null : CellKey.ofToken(range.upTo() + 1));
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }
}
