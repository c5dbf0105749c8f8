package io.zabdb.testkit.linearizability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The configurations that the search has been in: what has been placed, in whatever order, and the
 * state it led to.
 *
 * <p>A configuration leads nowhere new if it differs from an earlier one only in that more
 * operations of unknown outcome have been spent: whatever can follow it could follow the earlier
 * one.
 */
final class Seen {

  private record Known(long[] placed, Object state) {

    @Override
    public boolean equals(Object other) {
      return other instanceof Known that
          && Arrays.equals(placed, that.placed)
          && state.equals(that.state);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(placed) + state.hashCode();
    }
  }

  private final Map<Known, List<long[]>> spent = new HashMap<>();
  private int size;
  private long comparisons;

  /** Adds a configuration; false if it leads nowhere new. */
  boolean add(PlacedSet placed, Object state) {
    List<long[]> sets =
        spent.computeIfAbsent(new Known(placed.known(), state), known -> new ArrayList<>(1));
    long[] unknown = placed.unknown();
    for (long[] set : sets) {
      comparisons++;
      if (isSubset(set, unknown)) {
        return false;
      }
    }
    sets.add(unknown);
    size++;
    return true;
  }

  /** How many configurations are remembered. */
  int size() {
    return size;
  }

  /** How many configurations have been compared so far. */
  long comparisons() {
    return comparisons;
  }

  private static boolean isSubset(long[] small, long[] large) {
    for (int i = 0; i < small.length; i++) {
      if ((small[i] & ~large[i]) != 0) {
        return false;
      }
    }
    return true;
  }
}
