package io.zabdb.node.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ForegroundTest {

  private static final long MS = 1_000_000;

  private final NodeMetrics metrics = new NodeMetrics();

  private Tails lately() {
    Tails tails = metrics.foreground().lately();
    return new Tails(tails.requests() / MS, tails.syncs() / MS);
  }

  private void answered(int times, RequestKind kind, RequestOutcome outcome, long millis) {
    for (int i = 0; i < times; i++) {
      metrics.answered(kind, outcome, millis * MS);
    }
  }

  @Test
  void theSlowestHundredthOfWhatClientsWaitForIsTold() {
    answered(490, RequestKind.UPDATE, RequestOutcome.OK, 1);
    answered(490, RequestKind.FORWARDED, RequestOutcome.OK, 2);
    answered(20, RequestKind.GET, RequestOutcome.OK, 50);
    answered(500, RequestKind.MOVE, RequestOutcome.OK, 700);
    answered(500, RequestKind.ADMIN, RequestOutcome.OK, 700);
    answered(500, RequestKind.UPDATE, RequestOutcome.ABANDONED, 700);
    assertEquals(new Tails(50, 0), lately());
    for (int i = 0; i < 200; i++) {
      metrics.group(i % 2).synced(7 * MS, 3);
    }
    assertEquals(new Tails(0, 7), lately(), "each time what came since");
    assertEquals(new Tails(0, 0), lately());
  }

  @Test
  void ofFewNothingIsSaid() {
    answered(Foreground.LEAST_SAMPLES - 1, RequestKind.SCAN, RequestOutcome.OK, 9);
    assertEquals(Tails.UNKNOWN, lately());
    answered(Foreground.LEAST_SAMPLES, RequestKind.SCAN, RequestOutcome.OK, 9);
    assertEquals(new Tails(9, 0), lately());
  }

  @Test
  void whatTakesTooLongForTheScaleIsTheMost() {
    answered(100, RequestKind.GET, RequestOutcome.OK, 10_000_000);
    answered(100, RequestKind.GET, RequestOutcome.OK, -1);
    assertEquals(60, lately().requests() / 1000);
  }
}
