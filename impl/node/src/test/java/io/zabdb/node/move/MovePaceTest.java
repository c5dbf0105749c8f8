package io.zabdb.node.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.node.metrics.Tails;
import org.junit.jupiter.api.Test;

class MovePaceTest {

  private static final long MIB = 1 << 20;
  private static final long MS = 1_000_000;

  private final MovePace pace = new MovePace(64 * MIB);

  private void quiet(long requests, long syncs) {
    pace.ended(new Tails(requests, syncs), 0);
  }

  private void busy(long requests, long syncs) {
    pace.ended(new Tails(requests, syncs), Math.max(MIB, pace.rate()));
  }

  @Test
  void aWorseTailHalvesTheRateAndAGoodOneRaisesIt() {
    quiet(10 * MS, 2 * MS);
    busy(13 * MS, 2 * MS);
    assertEquals(32 * MIB, pace.rate());
    busy(11 * MS, 2 * MS);
    assertEquals(36 * MIB, pace.rate(), "an eighth more");
    busy(10 * MS, 3 * MS);
    assertEquals(18 * MIB, pace.rate(), "syncs count as well");
    for (int i = 0; i < 3; i++) {
      busy(20 * MS, 0);
    }
    assertEquals(18 * MIB / 8, pace.rate());
    busy(0, 0);
    assertEquals(18 * MIB / 8 + 2 * MIB, pace.rate(), "nobody asks: nobody minds");
    for (int i = 0; i < 40; i++) {
      busy(10 * MS, 2 * MS);
    }
    assertEquals(64 * MIB, pace.rate(), "no more than it may");
  }

  @Test
  void aRateThatWasNotReachedIsNotWhatIsHalved() {
    quiet(10 * MS, 0);
    pace.ended(new Tails(20 * MS, 0), 10 * MIB);
    assertEquals(5 * MIB, pace.rate());
    pace.ended(new Tails(20 * MS, 0), 20 * MIB);
    assertEquals(5 * MIB / 2, pace.rate(), "what was asked for before came later");
    pace.ended(new Tails(20 * MS, 0), 100);
    assertEquals(MIB, pace.rate());
  }

  @Test
  void atTheLeastRateItRestsAndLearnsWhatIsUsualNow() {
    quiet(10 * MS, 0);
    for (int i = 0; i < 6; i++) {
      busy(40 * MS, 0);
    }
    assertEquals(MIB, pace.rate());
    busy(40 * MS, 0);
    assertEquals(0, pace.rate());
    quiet(38 * MS, 0);
    assertEquals(MIB, pace.rate());
    busy(40 * MS, 0);
    assertEquals(3 * MIB, pace.rate(), "it was not the files' fault");
  }

  @Test
  void aRestInWhichAPartCameIsNone() {
    quiet(10 * MS, 0);
    for (int i = 0; i < 7; i++) {
      busy(40 * MS, 0);
    }
    assertEquals(0, pace.rate());
    busy(11 * MS, 0);
    assertEquals(3 * MIB, pace.rate());
  }

  @Test
  void whoSetsTheLeastRateHasItAlways() {
    MovePace least = new MovePace(MIB);
    least.ended(new Tails(10 * MS, 0), 0);
    for (int i = 0; i < 5; i++) {
      least.ended(new Tails(90 * MS, 0), MIB);
      assertEquals(MIB, least.rate());
    }
  }

  @Test
  void whatIsNotKnownIsNotWorse() {
    busy(10 * MS, 10 * MS);
    busy(90 * MS, 90 * MS);
    assertEquals(64 * MIB, pace.rate(), "there was no interval without files");
    quiet(0, 0);
    busy(90 * MS, 0);
    assertEquals(64 * MIB, pace.rate(), "nor one with clients");
  }

  @Test
  void whatStraysAnywayIsNotTheFilesFault() {
    NormalTail steady = new NormalTail();
    NormalTail straying = new NormalTail();
    for (int i = 0; i < 20; i++) {
      steady.learn(10 * MS);
      straying.learn((i % 2 == 0 ? 5 : 15) * MS);
    }
    assertTrue(steady.isWorse(13 * MS));
    assertFalse(straying.isWorse(13 * MS));
    assertTrue(straying.isWorse(30 * MS));
  }

  @Test
  void aSlightRiseIsNone() {
    NormalTail syncs = new NormalTail();
    syncs.learn(MS / 10);
    assertFalse(syncs.isWorse(MS / 2));
    assertTrue(syncs.isWorse(MS));
  }

  @Test
  void whatIsUsualFollows() {
    NormalTail tail = new NormalTail();
    tail.learn(10 * MS);
    assertTrue(tail.isWorse(40 * MS));
    for (int i = 0; i < 20; i++) {
      tail.learn(40 * MS);
    }
    assertFalse(tail.isWorse(45 * MS));
    tail.learnAnew(10 * MS);
    assertTrue(tail.isWorse(40 * MS));
    tail.learnAnew(0);
    assertTrue(tail.isWorse(40 * MS), "nothing was seen");
  }
}
