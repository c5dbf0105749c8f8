package io.zabdb.shard;

import io.zabdb.model.ring.TokenRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * To whom a group gave its tokens last. A later gift covers an earlier one; where tokens came back,
 * nothing is left. Not thread-safe.
 *
 * <p>Source: {@code MoveState}, the field {@code heirs}.
 */
public final class Heirs {

  /** Tokens, and to whom they went. */
  public record Gift(TokenRange range, Heir heir) {}

  /** In the order of tokens, none overlaps another. */
  private final List<Gift> gifts;

  Heirs(List<Gift> gifts) {
    this.gifts = new ArrayList<>(gifts);
  }

  /** In the order of tokens. */
  public List<Gift> gifts() {
    return List.copyOf(gifts);
  }

  /** Of a token. */
  public Heir of(long token) {
    return gifts.stream()
        .filter(gift -> gift.range.contains(token))
        .map(Gift::heir)
        .findFirst()
        .orElse(Heir.NOBODY);
  }

  /** {@code MoveCommands!GiftsIn}: the places of the switches that are remembered, rising. */
  public List<Long> places() {
    return gifts.stream().map(gift -> gift.heir.place()).distinct().sorted().toList();
  }

  void give(TokenRange range, Heir heir) {
    forget(range);
    int at = 0;
    while (at < gifts.size() && gifts.get(at).range.upTo() <= range.after()) {
      at++;
    }
    gifts.add(at, new Gift(range, heir));
  }

  /** These tokens are the group's own again. */
  void forget(TokenRange range) {
    List<Gift> left = new ArrayList<>();
    for (Gift gift : gifts) {
      TokenRange given = gift.range;
      if (given.upTo() <= range.after() || range.upTo() <= given.after()) {
        left.add(gift);
        continue;
      }
      if (given.after() < range.after()) {
        left.add(new Gift(new TokenRange(given.after(), range.after()), gift.heir));
      }
      if (range.upTo() < given.upTo()) {
        left.add(new Gift(new TokenRange(range.upTo(), given.upTo()), gift.heir));
      }
    }
    gifts.clear();
    gifts.addAll(left);
  }

  /** Those of these places are forgotten. */
  void forgetPlaces(LongPredicate places) {
    gifts.removeIf(gift -> places.test(gift.heir.place()));
  }
}
