package io.zabdb.testkit.linearizability;

import java.util.Arrays;

/** A point of the search: what has been placed, in whatever order, and the state it led to. */
record Configuration(long[] placed, Object state) {

  @Override
  public boolean equals(Object other) {
    return other instanceof Configuration that
        && Arrays.equals(placed, that.placed)
        && state.equals(that.state);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(placed) + state.hashCode();
  }
}
