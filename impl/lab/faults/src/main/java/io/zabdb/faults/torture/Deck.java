package io.zabdb.faults.torture;

import io.zabdb.faults.torture.strike.Strike;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/** Deals strikes in an order that is drawn: each once before any comes again. For one thread. */
final class Deck {

  private final List<Strike> strikes;
  private final RandomGenerator random;
  private final Deque<Strike> left = new ArrayDeque<>();

  Deck(List<Strike> strikes, RandomGenerator random) {
    this.strikes = List.copyOf(strikes);
    this.random = random;
  }

  Strike next() {
    if (left.isEmpty()) {
      List<Strike> shuffled = new ArrayList<>(strikes);
      for (int i = shuffled.size() - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        Strike moved = shuffled.set(i, shuffled.get(other));
        shuffled.set(other, moved);
      }
      left.addAll(shuffled);
    }
    return left.remove();
  }

  /** Whether each strike has been dealt as often as any other. */
  boolean isDealtOut() {
    return left.isEmpty();
  }
}
