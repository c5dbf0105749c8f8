package io.zabdb.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Deals cards in an order that is drawn: each once before any comes again, so that each gets its
 * turns, not by chance. For one thread.
 */
public final class Deck<T> {

  private final List<T> cards;
  private final RandomGenerator random;
  private final List<T> left = new ArrayList<>();

  public Deck(List<T> cards, RandomGenerator random) {
    this.cards = List.copyOf(cards);
    this.random = random;
  }

  /** The next card; there must be one. */
  public T next() {
    return play(Optional::of).orElseThrow();
  }

  /**
   * Plays the next card that can be played now; those before it come later.
   *
   * @param attempt what comes of a card; empty: it cannot be played
   * @return what came of it; empty: of those that are left, none can be played
   */
  public <R> Optional<R> play(Function<T, Optional<R>> attempt) {
    if (left.isEmpty()) {
      shuffle();
    }
    for (int i = 0; i < left.size(); i++) {
      Optional<R> played = attempt.apply(left.get(i));
      if (played.isPresent()) {
        left.remove(i);
        return played;
      }
    }
    return Optional.empty();
  }

  private void shuffle() {
    left.addAll(cards);
    for (int i = left.size() - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      T moved = left.set(i, left.get(other));
      left.set(other, moved);
    }
  }

  /** Whether each card has been dealt as often as any other. */
  public boolean isDealtOut() {
    return left.isEmpty();
  }
}
