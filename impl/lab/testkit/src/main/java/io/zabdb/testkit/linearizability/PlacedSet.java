package io.zabdb.testkit.linearizability;

import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.history.Outcome;
import java.util.List;

/**
 * The operations that have a place in the order. Operations are called by their index in the list
 * of the constructor.
 *
 * <p>Those with a result are placed roughly in the order of their invocations, so {@link #known}
 * leaves out the leading words in which all bits are set and the trailing ones in which none is: it
 * stays short however long the history. Those of unknown outcome may be left out for ever, so they
 * have words of their own.
 */
final class PlacedSet {

  private final int[] bit;
  private final boolean[] isUnknown;
  private final long[] known;
  private final long[] unknown;

  /** No word below this one lacks a bit. */
  private int low;

  /** No word from this one on has a bit. */
  private int high;

  PlacedSet(List<Operation> operations) {
    bit = new int[operations.size()];
    isUnknown = new boolean[operations.size()];
    int unknowns = 0;
    for (int i = 0; i < bit.length; i++) {
      isUnknown[i] = operations.get(i).outcome() == Outcome.UNKNOWN;
      bit[i] = isUnknown[i] ? unknowns : i - unknowns;
      unknowns += isUnknown[i] ? 1 : 0;
    }
    known = new long[words(bit.length - unknowns)];
    unknown = new long[words(unknowns)];
  }

  boolean contains(int operation) {
    return (wordsOf(operation)[bit[operation] >> 6] & mask(operation)) != 0;
  }

  void add(int operation) {
    int word = bit[operation] >> 6;
    wordsOf(operation)[word] |= mask(operation);
    if (!isUnknown[operation]) {
      high = Math.max(high, word + 1);
      while (low < known.length && known[low] == -1) {
        low++;
      }
    }
  }

  void remove(int operation) {
    int word = bit[operation] >> 6;
    wordsOf(operation)[word] &= ~mask(operation);
    if (!isUnknown[operation]) {
      low = Math.min(low, word);
      while (high > 0 && known[high - 1] == 0) {
        high--;
      }
    }
  }

  /** Those with a result; equal for equal sets. */
  long[] known() {
    int length = Math.max(0, high - low);
    long[] words = new long[1 + length];
    words[0] = low;
    System.arraycopy(known, low, words, 1, length);
    return words;
  }

  /** Those of unknown outcome, a bit each. */
  long[] unknown() {
    return unknown.clone();
  }

  private long[] wordsOf(int operation) {
    return isUnknown[operation] ? unknown : known;
  }

  private long mask(int operation) {
    return 1L << (bit[operation] & 63);
  }

  private static int words(int bits) {
    return (bits + 63) >> 6;
  }
}
