package io.zabdb.faults.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.torture.strike.Strike;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A run that is long enough reaches every strike. */
class DeckTest {

  private static final Means NONE = new Means(false, false);

  private static List<Strike> deal(long seed, int count) {
    Deck deck = new Deck(Strikes.possible(Means.ALL), new Random(seed));
    List<Strike> dealt = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      dealt.add(deck.next());
    }
    return dealt;
  }

  @Test
  void eachComesOnceBeforeAnyComesAgain() {
    Set<Strike> all = new HashSet<>(Strikes.possible(Means.ALL));
    List<Strike> dealt = deal(1, 2 * all.size());
    assertEquals(all, new HashSet<>(dealt.subList(0, all.size())));
    assertEquals(all, new HashSet<>(dealt.subList(all.size(), 2 * all.size())));
  }

  @Test
  void theSeedDrawsTheOrder() {
    int all = Strikes.possible(Means.ALL).size();
    assertEquals(names(deal(7, all)), names(deal(7, all)));
    assertNotEquals(names(deal(7, all)), names(deal(8, all)));
  }

  private static List<String> names(List<Strike> strikes) {
    return strikes.stream().map(Strike::name).toList();
  }

  @Test
  void itIsDealtOutOnceEachHasCome() {
    Deck deck = new Deck(Strikes.possible(NONE), new Random(1));
    int all = Strikes.possible(NONE).size();
    for (int number = 0; number < all - 1; number++) {
      deck.next();
      assertFalse(deck.isDealtOut());
    }
    deck.next();
    assertTrue(deck.isDealtOut());
  }

  @Test
  void whatIsNotPossibleIsNamed() {
    Set<String> names = new HashSet<>(Strikes.impossible(NONE).keySet());
    names.addAll(names(Strikes.possible(NONE)));
    assertEquals(new HashSet<>(names(Strikes.possible(Means.ALL))), names);
    assertEquals(Map.of(), Strikes.impossible(Means.ALL));
  }
}
