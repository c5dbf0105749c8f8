package io.zabdb.model.ring;

/**
 * The place of a row key on the ring: a signed 64-bit number. Source: Cassandra's {@code
 * Murmur3Partitioner}, to the bit; tokens of tools for Cassandra can be used.
 */
public final class Token {

  /** Below all tokens of row keys. */
  public static final long MIN = Long.MIN_VALUE;

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private Token() {}

  /** The token of a row key; of an empty one, {@link #MIN}. */
  public static long of(byte[] key) {
    if (key.length == 0) {
      return MIN;
    }
    long hash = murmur3(key);
    // MIN stands for the start of the ring.
    return hash == Long.MIN_VALUE ? Long.MAX_VALUE : hash;
  }

  /** The first half of the 128-bit Murmur3 for x64, with seed 0. */
  private static long murmur3(byte[] key) {
    long h1 = 0;
    long h2 = 0;
    int tail = 0;
    for (; key.length - tail >= 2 * Long.BYTES; tail += 2 * Long.BYTES) {
      h1 ^= mix1(wholeWord(key, tail));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mix2(wholeWord(key, tail + Long.BYTES));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h2 ^= mix2(word(key, tail + Long.BYTES));
    h1 ^= mix1(word(key, tail));
    h1 ^= key.length;
    h2 ^= key.length;
    h1 += h2;
    h2 += h1;
    return finish(h1) + finish(h2);
  }

  /** Eight bytes from {@code from}, the lowest first. */
  private static long wholeWord(byte[] key, int from) {
    long word = 0;
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      word = word << 8 | (key[from + i] & 0xff);
    }
    return word;
  }

  /**
   * Up to eight bytes from {@code from}, the lowest first. The bytes are signed, as they are in
   * Cassandra, which is not quite Murmur3.
   */
  private static long word(byte[] key, int from) {
    long word = 0;
    for (int i = Math.min(key.length - from, Long.BYTES) - 1; i >= 0; i--) {
      word ^= (long) key[from + i] << (8 * i);
    }
    return word;
  }

  private static long mix1(long word) {
    return Long.rotateLeft(word * C1, 31) * C2;
  }

  private static long mix2(long word) {
    return Long.rotateLeft(word * C2, 33) * C1;
  }

  private static long finish(long hash) {
    long h = hash;
    h ^= h >>> 33;
    h *= 0xff51afd7ed558ccdL;
    h ^= h >>> 33;
    h *= 0xc4ceb9fe1a85ec53L;
    h ^= h >>> 33;
    return h;
  }
}
