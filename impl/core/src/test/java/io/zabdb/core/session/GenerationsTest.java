package io.zabdb.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.session.Generations.Generation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GenerationsTest {

  private static final Retention KEPT = new Retention(800, 80);

  private final Generations generations = new Generations();

  private long run(long time, long from, Retention kept) {
    generations.advance(time, kept);
    return generations.move(from, kept);
  }

  @Test
  void aGenerationLastsForAnEighthOfTheTime() {
    long first = run(50, Generations.NONE, KEPT);
    assertEquals(first, run(99, Generations.NONE, KEPT));
    long second = run(100, Generations.NONE, KEPT);
    assertEquals(first + 1, second);
    assertEquals(List.of(new Generation(first, 100, 2)), generations.closed());
    assertEquals(3, generations.records());
  }

  @Test
  void aGenerationHoldsAnEighthOfTheRecords() {
    for (int i = 0; i < 10; i++) {
      assertEquals(0, run(1, Generations.NONE, KEPT));
    }
    assertEquals(1, run(1, Generations.NONE, KEPT));
  }

  @Test
  void theOldestIsDroppedWhenItsTimeIsOverAndTheFloorRisesAboveItsEnd() {
    long first = run(0, Generations.NONE, KEPT);
    run(100, Generations.NONE, KEPT);
    generations.advance(899, KEPT);
    assertTrue(generations.keeps(first));
    assertEquals(0, generations.floor());
    generations.advance(900, KEPT);
    assertFalse(generations.keeps(first));
    assertTrue(generations.keeps(first + 1));
    assertEquals(101, generations.floor());
    assertTrue(generations.isTooOld(100, 900));
    assertFalse(generations.isTooOld(101, 900));
    assertFalse(generations.isTooOld(900, 900));
    assertTrue(generations.isTooOld(901, 900));
  }

  @Test
  void aRecordThatIsUsedMovesOnAndAGenerationWithoutRecordsIsNone() {
    long first = run(0, Generations.NONE, KEPT);
    long second = run(100, first, KEPT);
    assertEquals(first + 1, second);
    assertEquals(List.of(), generations.closed());
    generations.advance(10_000, KEPT);
    assertEquals(1, generations.records());
    assertFalse(generations.isTooOld(0, 10_000));
  }

  @Test
  void thereAreNeverMoreRecordsThanTheCommandSays() {
    for (int i = 0; i < 1_000; i++) {
      run(i / 100, Generations.NONE, KEPT);
      assertTrue(generations.records() <= KEPT.records(), generations.records() + " records");
    }
    run(10, Generations.NONE, new Retention(800, 1));
    assertEquals(1, generations.records());
  }

  @Test
  void withoutALimitNothingIsForgotten() {
    for (int i = 0; i < 1_000; i++) {
      assertEquals(0, run(i * 1_000_000L, Generations.NONE, Retention.FOREVER));
    }
    assertEquals(0, generations.floor());
    assertEquals(1_000, generations.records());
  }

  @Test
  void whatCannotBeKeptIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Retention(0, 1));
    assertThrows(IllegalArgumentException.class, () -> new Retention(1, 0));
  }

  /**
   * {@code RunOnce}, {@code Bounded} and {@code KeptWhileUsed} of {@code specs/client/Sessions},
   * for sessions that ask again and late, leaders that keep more or less, and stamps that go back.
   */
  @Test
  void noRequestIsRunTwiceWhateverIsForgotten() {
    int tooOld = 0;
    int again = 0;
    for (long seed = 0; seed < 300; seed++) {
      Replay replay = new Replay(seed);
      replay.run();
      tooOld += replay.tooOld;
      again += replay.again;
    }
    assertTrue(tooOld > 1_000 && again > 1_000, tooOld + " too old, " + again + " again");
  }

  /** Updates of some sessions, applied as a store does. */
  private static final class Replay {

    private record Last(long seq, long generation, long used) {}

    private record Asked(int session, long seq) {}

    private final Random random;
    private final String seed;
    private final Generations generations = new Generations();
    private final Map<Integer, Last> records = new HashMap<>();
    private final Map<Integer, Long> opened = new HashMap<>();
    private final Set<Asked> run = new HashSet<>();
    private final List<Asked> asked = new ArrayList<>();
    private long time;
    private int sessions;
    int tooOld;
    int again;

    Replay(long seed) {
      random = new Random(seed);
      this.seed = "seed " + seed;
    }

    void run() {
      for (int i = 0; i < 200; i++) {
        time = Math.max(time, time + random.nextInt(6) - 2);
        Retention kept = new Retention(1 + random.nextInt(60), 1 + random.nextInt(12));
        apply(next(), kept);
      }
    }

    private Asked next() {
      if (!asked.isEmpty() && random.nextInt(3) == 0) {
        return asked.get(random.nextInt(asked.size()));
      }
      if (sessions == 0 || random.nextInt(3) == 0) {
        sessions++;
        opened.put(sessions, time + (random.nextInt(10) == 0 ? random.nextInt(20) : 0));
      }
      Asked next = new Asked(1 + random.nextInt(sessions), 1 + random.nextInt(4));
      asked.add(next);
      return next;
    }

    private void apply(Asked request, Retention kept) {
      long before = generations.records();
      Set<Integer> were = Set.copyOf(records.keySet());
      generations.advance(time, kept);
      Last last = records.get(request.session);
      boolean isKept = last != null && generations.keeps(last.generation);
      if (!isKept && generations.isTooOld(opened.get(request.session), time)) {
        tooOld++;
      } else if (isKept && last.seq >= request.seq) {
        again++;
      } else {
        assertTrue(run.add(request), seed + ": " + request + " is run twice");
        long from = isKept ? last.generation : Generations.NONE;
        records.put(request.session, new Last(request.seq, generations.move(from, kept), time));
        assertTrue(generations.records() <= kept.records(), seed);
      }
      records.values().removeIf(each -> isForgotten(each, kept, before));
      assertEquals(records.size(), generations.records(), seed);
      assertTrue(were.size() <= before, seed);
    }

    /** Removes what is not kept; it must have been unused for long, or too many. */
    private boolean isForgotten(Last each, Retention kept, long before) {
      if (generations.keeps(each.generation)) {
        return false;
      }
      assertTrue(time - each.used >= kept.millis() || before + 1 > kept.records(), seed);
      return true;
    }
  }
}
