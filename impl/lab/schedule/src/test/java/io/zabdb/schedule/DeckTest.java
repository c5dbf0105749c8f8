package io.zabdb.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each card gets its turns. */
class DeckTest {

  private static final List<Integer> CARDS = IntStream.range(0, 10).boxed().toList();

  private static List<Integer> deal(long seed, int count) {
    Deck<Integer> deck = new Deck<>(CARDS, new Random(seed));
    List<Integer> dealt = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      dealt.add(deck.next());
    }
    return dealt;
  }

  @Test
  void eachComesOnceBeforeAnyComesAgain() {
    List<Integer> dealt = deal(1, 2 * CARDS.size());
    assertEquals(new HashSet<>(CARDS), new HashSet<>(dealt.subList(0, CARDS.size())));
    assertEquals(new HashSet<>(CARDS), new HashSet<>(dealt.subList(CARDS.size(), dealt.size())));
  }

  @Test
  void theSeedDrawsTheOrder() {
    assertEquals(deal(7, 10), deal(7, 10));
    assertNotEquals(deal(7, 10), deal(8, 10));
  }

  @Test
  void itIsDealtOutOnceEachHasCome() {
    Deck<Integer> deck = new Deck<>(CARDS, new Random(1));
    for (int i = 0; i < CARDS.size(); i++) {
      deck.next();
      assertEquals(i == CARDS.size() - 1, deck.isDealtOut());
    }
  }

  @Test
  void whatCannotBePlayedStaysOnTop() {
    Deck<Integer> deck = new Deck<>(CARDS, new Random(2));
    List<Integer> order = deal(2, 10);
    int third = order.get(2);
    assertEquals(Optional.of("x"), deck.play(card -> one(card == third)));
    assertEquals(Optional.empty(), deck.play(card -> one(card == third)));
    assertEquals(order.get(0), deck.next());
    assertFalse(deck.isDealtOut());
    assertTrue(deck.play(card -> one(true)).isPresent());
  }

  private static Optional<String> one(boolean played) {
    return played ? Optional.of("x") : Optional.empty();
  }
}
