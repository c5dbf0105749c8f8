package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RedialTest {

  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private long now = -MINUTE;

  private Redial redial(long seed) {
    return new Redial(INTERVAL, () -> now, new Random(seed)::nextDouble);
  }

  /** Connects as soon as it may, for so long; how often that was. */
  private int connect(Redial redial, long span) {
    int count = 0;
    for (long end = now + span; now < end; now += redial.waitNanos()) {
      if (redial.waitNanos() == 0) {
        redial.begin();
        count++;
      }
    }
    return count;
  }

  @Test
  void aFewConnectionsDoNotWait() {
    Redial redial = redial(1);
    for (int i = 0; i < Redial.AT_ONCE; i++) {
      assertEquals(0, redial.waitNanos());
      redial.begin();
    }
    long wait = redial.waitNanos();
    assertTrue(wait >= INTERVAL / 2 && wait <= INTERVAL, "waits for " + wait);
  }

  @Test
  void whoIsThrownOutAtOnceComesBackTwiceASecondOrThrice() {
    int count = connect(redial(1), MINUTE);
    assertTrue(count >= 120 && count <= 240 + Redial.AT_ONCE, "connected " + count + " times");
  }

  @Test
  void afterAWhileAFewDoNotWaitAgain() {
    Redial redial = redial(1);
    connect(redial, MINUTE);
    assertTrue(redial.waitNanos() > 0 || connect(redial, 1) == 1);
    now += MINUTE;
    assertEquals(Redial.AT_ONCE, connect(redial, INTERVAL / 2));
  }

  /** Whoever gives a connection up that had to wait does not wait longer for the next. */
  @Test
  void waitingCostsNothing() {
    Redial redial = redial(1);
    connect(redial, MINUTE);
    long wait = redial.waitNanos();
    now += wait / 2;
    assertEquals(wait - wait / 2, redial.waitNanos());
  }

  @Test
  void thoseThatLostAMemberTogetherComeBackApart() {
    Set<Long> waits = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      Redial redial = redial(seed);
      for (int i = 0; i < Redial.AT_ONCE; i++) {
        redial.begin();
      }
      waits.add(redial.waitNanos());
    }
    assertEquals(20, waits.size());
  }
}
