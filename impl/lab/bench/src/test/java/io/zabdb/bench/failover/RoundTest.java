package io.zabdb.bench.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundTest {

  private static final long MILLI = 1_000_000;

  /** Times may be negative, and pass the greatest number. */
  private static final long STRUCK = Long.MAX_VALUE - 5 * MILLI;

  private final Tally tally = new Tally(2);

  private void succeeded(int client, int millis, long epoch) {
    tally.succeeded(client, STRUCK + millis * MILLI, epoch);
  }

  private Round round(Ending ending) {
    return Round.of(Fault.kill, 1, ending, STRUCK, 1, tally);
  }

  @Test
  void timesOfARound() {
    // Before, with a longer gap that is not the fault's.
    succeeded(0, -900, 1);
    succeeded(0, -10, 1);
    succeeded(1, -4, 1);
    // An answer of the old leader that was under way.
    succeeded(1, 1, 1);
    succeeded(0, 120, 2);
    succeeded(1, 131, 2);
    succeeded(0, 125, 2);
    tally.failed("TIMEOUT");
    Round round = round(Ending.recovered);
    assertEquals(120, round.firstSuccess(), 1e-6);
    assertEquals(List.of(130.0, 130.0), round.gaps());
    assertEquals(119, round.outage(), 1e-6);
    assertEquals(7, round.successes());
    assertEquals(Map.of("TIMEOUT", 1L), round.errors());
    assertEquals(
        "kill 1: first success after 120.0 ms, longest gap 130.0 ms", FailoverReport.line(round));
  }

  @Test
  void aRoundWithoutAnEnd() {
    succeeded(0, -1, 1);
    Round round = round(Ending.notRecovered);
    assertTrue(Double.isNaN(round.firstSuccess()));
    assertEquals("kill 1: not recovered", FailoverReport.line(round));
  }

  @Test
  void waitsForAllClientsUnderANewLeader() throws Exception {
    long past = System.nanoTime() - 1;
    succeeded(0, 1, 2);
    succeeded(0, 2, 2);
    succeeded(1, 1, 2);
    assertTrue(tally.await(1, STRUCK, 1, past));
    assertFalse(tally.await(2, STRUCK, 1, past), "one client has succeeded once");
    assertFalse(tally.await(1, STRUCK, 2, past), "no newer epoch");
    assertFalse(tally.await(1, STRUCK + 2 * MILLI, 1, past), "one client not since then");
    assertEquals(2, tally.epoch());
  }
}
