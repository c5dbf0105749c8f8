package io.zabdb.trace.state;

import java.util.Set;
import java.util.TreeSet;

/**
 * The round of PING and PONG under way at a leader ({@code ZabState!reads}). While none is, its
 * number does not matter and is 0 here.
 */
public record ReadState(long round, long index, Set<String> acks, boolean active) {

  public static final ReadState NONE = new ReadState(0, 0, Set.of(), false);

  public ReadState {
    acks = new TreeSet<>(acks);
  }

  /** The same round under another number. */
  public ReadState withRound(long number) {
    return new ReadState(number, index, acks, active);
  }
}
