package io.zabdb.storage.engine;

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

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(from, key) <= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }
}
