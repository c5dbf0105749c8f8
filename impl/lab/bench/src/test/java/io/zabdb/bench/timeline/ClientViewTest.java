package io.zabdb.bench.timeline;

import static io.zabdb.bench.load.Outcomes.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientViewTest {

  private static final long NANOS = 1_000;

  /** Near where the clock of the JVM may wrap around. */
  private final long begin = Long.MAX_VALUE - 5 * NANOS;

  private final ClientView view = new ClientView(3, begin);

  private void succeeded(int client, long epoch, long micros) {
    long end = begin + micros * NANOS;
    view.succeeded(client, epoch, end - 2 * NANOS, end);
  }

  @Test
  void pausesSpanTheChange() {
    succeeded(0, 1, 10);
    succeeded(1, 1, 20);
    succeeded(0, 1, 40);
    succeeded(1, 2, 100);
    succeeded(0, 2, 130);
    succeeded(0, 2, 900);
    assertEquals(List.of(new LeaderChange(2, 100, 60, List.of(80L, 90L))), view.changes());
  }

  @Test
  void readsDoNotTellWhoLedButEndAPause() {
    succeeded(0, 1, 10);
    succeeded(0, READ, 30);
    succeeded(0, READ, 100);
    succeeded(0, 3, 110);
    assertEquals(List.of(new LeaderChange(3, 110, 10, List.of(70L))), view.changes());
  }

  @Test
  void oneAfterAnother() {
    succeeded(0, 1, 10);
    succeeded(1, 1, 10);
    succeeded(0, 2, 50);
    succeeded(0, 3, 70);
    succeeded(1, 3, 100);
    assertEquals(
        List.of(
            new LeaderChange(2, 50, 40, List.of(40L)),
            new LeaderChange(3, 70, 20, List.of(20L, 90L))),
        view.changes());
  }

  @Test
  void answersOfAFormerLeaderThatComeLateAreNoChange() {
    succeeded(0, 2, 10);
    succeeded(0, 1, 20);
    succeeded(0, 2, 30);
    assertEquals(List.of(), view.changes());
  }

  @Test
  void whatWasBeforeTheBeginIsNotCounted() {
    view.succeeded(0, 1, begin - 9 * NANOS, begin - 1);
    succeeded(0, 2, 0);
    succeeded(1, 2, 7);
    assertEquals(2, view.samples().size());
    assertEquals(List.of(), view.changes());
    view.samples().visit((end, latency) -> assertEquals(2, latency));
  }

  @Test
  void errorsByName() {
    ClientView now = new ClientView(1, System.nanoTime());
    now.failed("TIMEOUT");
    now.failed("TIMEOUT");
    assertEquals(Map.of("TIMEOUT", 2L), now.errors());
    ClientView later = new ClientView(1, System.nanoTime() + Long.MAX_VALUE / 2);
    later.failed("TIMEOUT");
    assertEquals(Map.of(), later.errors());
  }

  @Test
  void reigns() {
    List<LeaderChange> changes =
        List.of(new LeaderChange(5, 400, 30, List.of()), new LeaderChange(6, 700, 400, List.of()));
    Map<Long, Reign.Seen> seen =
        Map.of(4L, new Reign.Seen(2, 3), 5L, new Reign.Seen(0, 450), 9L, new Reign.Seen(1, 2_000));
    assertEquals(
        List.of(
            new Reign(4, 2, new Span(0, 370)),
            new Reign(5, 0, new Span(400, 400)),
            new Reign(6, Reign.UNKNOWN, new Span(700, 1_000))),
        Reign.of(seen, changes, 1_000));
    assertEquals(List.of(), Reign.of(Map.of(), List.of(), 1_000));
  }
}
