package io.zabdb.replica.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.replica.status.GroupEvent.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventLogTest {

  private static final long FIRST = (5L << 32) + 1;

  private long now = 1_000;
  private final EventLog log = new EventLog(3, 5, () -> now);

  private void leaders(int count) {
    for (int i = 0; i < count; i++) {
      log.add(Kind.LEADER, i, 0, 0, "epoch " + i);
    }
  }

  @Test
  void eventsHaveNumbersAndTimes() {
    assertEquals(List.of(), log.after(0, 0));
    log.add(Kind.LEADER, 2, 0, 0, "epoch 7");
    now = 1_234;
    log.add(Kind.COMPACTION_ENDED, -1, 55, 66, "");
    assertEquals(
        List.of(
            new GroupEvent(FIRST, 1_000, 3, Kind.LEADER, 2, 0, 0, "epoch 7"),
            new GroupEvent(FIRST + 1, 1_234, 3, Kind.COMPACTION_ENDED, -1, 55, 66, "")),
        log.after(0, 0));
    assertEquals(log.after(0, 0).subList(1, 2), log.after(FIRST, 0));
    assertEquals(List.of(), log.after(FIRST + 1, 0));
  }

  /** Who asks for what came after an event of the start before gets all of this one. */
  @Test
  void numbersGrowOverStarts() {
    leaders(3);
    long before = log.after(0, 1).get(0).number();
    EventLog next = new EventLog(3, 6, () -> now);
    next.add(Kind.LEADER, 0, 0, 0, "");
    assertEquals(1, next.after(before, 0).size());
  }

  @Test
  void theOldestAreForgotten() {
    leaders(EventLog.CAPACITY + 10);
    List<GroupEvent> all = log.after(0, EventLog.CAPACITY);
    assertEquals(EventLog.CAPACITY, all.size());
    assertEquals(EventLog.CAPACITY, log.after(0, 0).size());
    assertEquals(FIRST + 10, all.get(0).number());
    assertEquals(FIRST + EventLog.CAPACITY + 9, all.get(EventLog.CAPACITY - 1).number());
  }

  /** They come every minute where a disk is busy, and must not make the rest forgotten. */
  @Test
  void pausesDisplaceOnlyPauses() {
    leaders(10);
    for (int i = 0; i < 3 * EventLog.CAPACITY; i++) {
      log.add(Kind.PAUSED, -1, 20, 0, "pause " + i);
    }
    leaders(5);
    List<GroupEvent> all = log.after(0, 0);
    assertEquals(15 + EventLog.MAX_PAUSES, all.size());
    assertEquals(15, all.stream().filter(event -> event.kind() == Kind.LEADER).count());
    assertEquals("epoch 0", all.get(0).text());
    assertEquals("pause " + (3 * EventLog.CAPACITY - EventLog.MAX_PAUSES), all.get(10).text());
    leaders(EventLog.CAPACITY);
    log.add(Kind.PAUSED, -1, 20, 0, "last");
    assertEquals(EventLog.CAPACITY, log.after(0, 0).size());
    assertEquals(1, log.after(0, 0).stream().filter(e -> e.kind() == Kind.PAUSED).count());
  }

  @Test
  void aLimitGivesTheNewest() {
    leaders(5);
    List<GroupEvent> two = log.after(FIRST, 2);
    assertEquals(List.of("epoch 3", "epoch 4"), two.stream().map(GroupEvent::text).toList());
    assertEquals(3, log.after(FIRST + 1, 3).size());
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    for (int limit : List.of(-1, EventLog.CAPACITY + 1)) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> log.after(0, limit)).getMessage();
      assertEquals("limit is " + limit + ", allowed is 0 to 1000", message);
    }
  }

  @Test
  void longTextsAreCut() {
    log.add(Kind.STALLED, -1, 0, 0, "x".repeat(EventLog.MAX_TEXT));
    log.add(Kind.STALLED, -1, 0, 0, "x".repeat(EventLog.MAX_TEXT + 1));
    assertEquals("x".repeat(EventLog.MAX_TEXT), log.after(0, 0).get(0).text());
    assertEquals("x".repeat(EventLog.MAX_TEXT - 3) + "...", log.after(0, 0).get(1).text());
  }

  @Test
  void theLastTransferIsRememberedForEver() {
    assertEquals(Optional.empty(), log.lastTransfer());
    log.add(Kind.TRANSFERRED, 1, 10, 0, "");
    log.add(Kind.TOOK_OVER, 2, 20, 0, "");
    leaders(EventLog.CAPACITY);
    GroupEvent last = log.lastTransfer().orElseThrow();
    assertEquals(Kind.TOOK_OVER, last.kind());
    assertEquals(2, last.peer());
    assertTrue(log.after(0, 0).get(0).number() > last.number());
  }

  @Test
  void severalThreadsMayAdd() {
    List<CompletableFuture<Void>> adders = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      adders.add(CompletableFuture.runAsync(() -> leaders(100)));
    }
    adders.forEach(CompletableFuture::join);
    assertEquals(
        IntStream.range(0, 400).mapToObj(i -> FIRST + i).toList(),
        log.after(0, 0).stream().map(GroupEvent::number).toList());
  }
}
