package io.zabdb.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {

  private static final long MIB = 1 << 20;

  private final MemoryBudget budget =
      MemoryBudget.builder(1000, 0, 0)
          .purpose(Purpose.ANSWERS, 100, 600)
          .purpose(Purpose.REQUESTS, 200, 1000)
          .purpose(Purpose.PEER_QUEUES, 0, 1000)
          .purpose(Purpose.ADMINISTRATION, 0, 0)
          .purpose(Purpose.CONNECTIONS, 0, 0)
          .purpose(Purpose.LARGE_REQUESTS, 0, 0)
          .purpose(Purpose.LARGE_ANSWERS, 0, 0)
          .purpose(Purpose.PEER_INTAKE, 0, 0)
          .purpose(Purpose.HISTORY, 0, 0)
          .purpose(Purpose.APPLY_QUEUE, 0, 0)
          .purpose(Purpose.SESSIONS, 0, 0)
          .purpose(Purpose.CHECKPOINTS, 0, 0)
          .purpose(Purpose.MOVES, 0, 0)
          .build();
  private final MemoryAccount answers = budget.account(Purpose.ANSWERS);
  private final MemoryAccount requests = budget.account(Purpose.REQUESTS);
  private final MemoryAccount queues = budget.account(Purpose.PEER_QUEUES);
  private final List<String> told = new ArrayList<>();

  @Test
  void anAccountTakesUpToItsLimit() {
    assertTrue(answers.tryTake(600));
    assertFalse(answers.tryTake(1));
    assertEquals(600, answers.used());
    answers.give(1);
    assertTrue(answers.tryTake(1));
    answers.give(600);
    assertEquals(0, answers.used());
    assertEquals(600, answers.highest());
    assertEquals(1, answers.use().refused());
    assertSame(answers, budget.account(Purpose.ANSWERS));
  }

  @Test
  void floorsAreKeptForTheirOwners() {
    assertTrue(queues.tryTake(700));
    assertFalse(queues.tryTake(1), "300 are promised to others");
    assertTrue(answers.tryTake(100));
    assertFalse(answers.tryTake(1));
    assertTrue(requests.tryTake(200));
    assertEquals(1000, budget.used(Area.HEAP));
    queues.give(1);
    assertTrue(requests.tryTake(1), "what was given back is anybody's");
    assertFalse(queues.tryTake(1));
  }

  @Test
  void whatCannotBeRefusedOverdraws() {
    queues.take(1500);
    assertEquals(1500, queues.used());
    assertFalse(queues.tryTake(1));
    assertTrue(requests.tryTake(200), "promised");
    assertFalse(requests.tryTake(1));
    queues.give(1500);
    assertTrue(requests.tryTake(1));
  }

  @Test
  void whoWaitsIsServedInOrder() {
    assertTrue(answers.tryTake(600));
    answers.whenRoom(500, () -> told.add("first"));
    answers.whenRoom(50, () -> told.add("second"));
    assertFalse(answers.tryTake(1));
    answers.give(100);
    assertTrue(answers.tryTake(100), "what is small is not held up by what is large");
    answers.give(100);
    assertEquals(List.of(), told);
    assertEquals(2, answers.use().waiting());
    answers.give(450);
    assertEquals(List.of("first", "second"), told);
    assertEquals(50 + 500 + 50, answers.used());
    answers.give(550);
    answers.whenRoom(600 - 50, () -> told.add("at once"));
    assertEquals(List.of("first", "second", "at once"), told);
  }

  @Test
  void roomOfOneIsGivenToAnother() {
    assertTrue(queues.tryTake(700));
    answers.whenRoom(300, () -> told.add("answers"));
    requests.whenRoom(200, () -> told.add("requests"));
    assertEquals(List.of("requests"), told, "promised");
    queues.give(199);
    assertEquals(List.of("requests"), told);
    queues.give(1);
    assertEquals(List.of("requests", "answers"), told);
  }

  @Test
  void whoeverGivesUpTakesNothingAndHoldsNobodyUp() {
    assertTrue(answers.tryTake(500));
    RoomWait large = answers.whenRoom(300, () -> told.add("large"));
    RoomWait small = answers.whenRoom(100, () -> told.add("small"));
    assertTrue(large.cancel());
    assertEquals(List.of("small"), told);
    assertFalse(large.cancel());
    assertFalse(small.cancel(), "it was served");
    answers.give(600);
    assertEquals(List.of("small"), told);
    assertEquals(0, answers.used());
  }

  @Test
  void mistakesAreNamed() {
    assertTrue(answers.tryTake(10));
    assertThrows(IllegalArgumentException.class, () -> answers.give(11));
    assertEquals(10, answers.used());
    assertEquals(10, budget.used(Area.HEAP));
    answers.give(10);
    assertEquals(0, budget.used(Area.HEAP));
    assertThrows(IllegalArgumentException.class, () -> answers.tryTake(-1));
    assertThrows(IllegalArgumentException.class, () -> answers.take(-1));
    assertThrows(IllegalArgumentException.class, () -> answers.give(-1));
    assertThrows(IllegalArgumentException.class, () -> answers.whenRoom(601, () -> {}));
    MemoryBudget.Builder builder = MemoryBudget.builder(1000, 0, 0);
    assertThrows(IllegalArgumentException.class, () -> builder.purpose(Purpose.ANSWERS, 2, 1));
    builder.purpose(Purpose.ANSWERS, 900, 1000);
    assertThrows(IllegalArgumentException.class, builder::build, "floors above the limit");
    assertThrows(IllegalArgumentException.class, () -> MemoryBudget.of(-1, 0, 0));
  }

  @Test
  void sharesFollowTheAreas() {
    MemoryBudget shares = MemoryBudget.of(100 * MIB, 50 * MIB, 10 * MIB);
    assertEquals(100 * MIB, shares.limit(Area.HEAP));
    for (MemoryUse use : shares.uses()) {
      assertTrue(use.floor() <= use.limit(), use.toString());
      assertTrue(use.limit() > 0, use.toString());
      assertTrue(use.limit() <= shares.limit(use.purpose().area()), use.toString());
      assertEquals(use.purpose().name(), use.purpose().label().toUpperCase(java.util.Locale.ROOT));
    }
    assertEquals(Purpose.values().length, shares.uses().size());
    assertTrue(shares.account(Purpose.ANSWERS).limit() < 100 * MIB);
    assertEquals(10 * MIB, shares.account(Purpose.STORES).limit());
    assertEquals(50 * MIB, shares.limit(Area.DIRECT));
    assertEquals("heap", Area.HEAP.label());
  }
}
