package io.zabdb.bench.moves;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.fake.FakeStore;
import io.zabdb.bench.load.BenchStore;
import io.zabdb.bench.load.KeySpace;
import io.zabdb.bench.load.Mix;
import io.zabdb.bench.load.Outcomes;
import io.zabdb.bench.machine.Machine;
import io.zabdb.bench.machine.Proc;
import io.zabdb.bench.machine.ProcessUsage;
import io.zabdb.bench.moves.MovesBench.Found;
import io.zabdb.bench.moves.MovesBench.Round;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MovesBenchTest {

  private static final int CLIENTS = 4;
  private static final int IDLE_MOVES = 3;
  private static final long MOVE_NANOS = 5_000_000;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long GIB = 1L << 30;

  private final FakeStore store = new FakeStore(true);
  private final List<String> progress = new ArrayList<>();

  /**
   * Each move is of half a GiB; node 0 takes 2 s for it and writes as much, node 1 half of that.
   */
  private final class FakeTarget implements MovesTarget {
    private int moves;
    private int failing = Integer.MAX_VALUE;

    @Override
    public List<BenchStore> stores() {
      return List.of(store);
    }

    @Override
    public Map<Integer, ProcessUsage> usage() {
      return Map.of(
          0, new ProcessUsage(moves * 2_000_000L, 1, moves * GIB / 2),
          1, new ProcessUsage(moves * 1_000_000L, 1, moves * GIB / 4));
    }

    @Override
    public Moved move() throws BenchException {
      if (moves == failing) {
        throw new BenchException("it stays");
      }
      moves++;
      passed.addAndGet(MOVE_NANOS);
      if (moves > IDLE_MOVES) {
        awaitUpdate();
      }
      return new Moved(GIB / 2, moves % 2 == 0 ? Double.NaN : 3);
    }
  }

  private final FakeTarget target = new FakeTarget();

  /** So long moves took, beside the time that it is. */
  private final AtomicLong passed = new AtomicLong();

  private final AtomicLong updates = new AtomicLong();

  /** Until clients have done something meanwhile. */
  private void awaitUpdate() {
    long before = updates.get();
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (updates.get() == before) {
      assertTrue(System.nanoTime() - deadline < 0, "no client writes");
      Thread.onSpinWait();
    }
  }

  private Found run() throws BenchException, InterruptedException {
    store.mishaps(
        isConditional -> {
          updates.incrementAndGet();
          return FakeStore.Mishap.NONE;
        });
    MovesSettings settings =
        new MovesSettings(
            new KeySpace(50, 32),
            new Mix(50),
            CLIENTS,
            2,
            IDLE_MOVES,
            Duration.ofMillis(10),
            Duration.ofMillis(200),
            1);
    return new MovesBench(target, settings, progress::add, () -> System.nanoTime() + passed.get())
        .run();
  }

  private static MovesReport report(Found found) {
    return new MovesReport(Machine.read(new Proc()), List.of(), CLIENTS, "50/50", found);
  }

  @Test
  void roundsHaveAHalfWithoutMovesAndOneWithThem() throws Exception {
    Found found = run();
    assertEquals(50, store.rows());
    assertEquals(2, found.rounds().size());
    int moves = found.idle().size();
    for (Round round : found.rounds()) {
      assertEquals(List.of(), round.still().moves());
      assertEquals(0, round.still().bytes());
      int moved = round.moving().moves().size();
      assertTrue(moved > 1);
      assertEquals(moved * GIB / 2, round.moving().bytes());
      moves += moved;
      for (Half half : List.of(round.still(), round.moving())) {
        assertTrue(half.reads().count() > 0 && half.writes().count() > 0);
        assertTrue(half.waits().size() >= CLIENTS);
        assertTrue(half.seconds() >= 0.2);
        assertEquals(Map.of(), half.errors());
      }
      assertTrue(
          round.moving().waits().size() <= moved * CLIENTS, "one of each client in each move");
    }
    assertEquals(moves, target.moves);
    assertTrue(report(found).holds());
    assertEquals(3, report(found).pauses().max(), "those that were told");
  }

  @Test
  void movesWithoutClientsTellWhatTheyCost() throws Exception {
    Found found = run();
    assertEquals(3, found.idle().size());
    assertEquals(
        List.of(3.0, Double.NaN, 3.0),
        found.idle().stream().map(move -> move.moved().pauseMillis()).toList());
    for (IdleMove move : found.idle()) {
      assertEquals(GIB / 2, move.moved().bytes());
      assertEquals(Map.of(0, 2.0, 1, 1.0), move.cpuSeconds());
      assertEquals(4.0, move.cpuSecondsPerGib(), 1e-9, "of the node that took most");
      assertEquals(1.0, move.writtenPerByte(), 1e-9);
      assertTrue(move.seconds() >= 0.005);
    }
  }

  @Test
  void anErrorOfAClientIsTold() throws Exception {
    Found good = run();
    Half failing =
        new Half(
            1,
            good.rounds().get(0).still().reads(),
            good.rounds().get(0).still().writes(),
            Map.of("TIMEOUT", 3L),
            List.of(1.0),
            List.of(new Moved(1, 1)));
    MovesReport report =
        report(new Found(good.idle(), List.of(new Round(good.rounds().get(0).still(), failing))));
    assertFalse(report.holds());
    assertEquals(Map.of("TIMEOUT", 3L), report.errors());
    assertTrue(report.text().contains("Errors: {TIMEOUT=3}"), report.text());
  }

  @Test
  void aTimeWithoutAnyMoveProvesNothing() throws Exception {
    Half still = run().rounds().get(0).still();
    assertFalse(report(new Found(List.of(), List.of(new Round(still, still)))).holds());
    assertFalse(report(new Found(List.of(), List.of())).holds());
  }

  @Test
  void aMoveThatFailsEndsIt() {
    target.failing = 5;
    assertEquals("it stays", assertThrows(BenchException.class, this::run).getMessage());
  }

  @Test
  void ratiosAreMediansOfRounds() throws Exception {
    Found found = run();
    Half still = found.rounds().get(0).still();
    Half slower =
        new Half(
            still.seconds() * 2,
            still.reads(),
            still.writes(),
            Map.of(),
            List.of(7.0),
            List.of(new Moved(1, 5)));
    Round half = new Round(still, slower);
    Round same = new Round(still, still);
    MovesReport report = report(new Found(found.idle(), List.of(half, same, half)));
    assertEquals(0.5, report.ratios().throughput(), 1e-9);
    assertEquals(1.0, report.ratios().readP99(), 1e-9);
    assertEquals(1.0, report.ratios().writeP99(), 1e-9);
    assertTrue(report.text().contains("throughput 0.50"), report.text());
    assertEquals(5, report.pauses().median());
  }

  @Test
  void theLongestWaitOfEachClientIsKept() {
    List<String> heard = new ArrayList<>();
    LongestWaits waits =
        new LongestWaits(
            new Outcomes() {
              @Override
              public void succeeded(int client, long epoch, long start, long end) {
                heard.add(client + ":" + (end - start));
              }

              @Override
              public void failed(String error) {
                heard.add(error);
              }
            },
            3);
    waits.succeeded(0, 1, 0, 2_000_000);
    waits.succeeded(0, 1, 0, 1_000_000);
    waits.succeeded(2, 1, 0, 3_000_000);
    waits.failed("TIMEOUT");
    assertEquals(List.of(2.0, 3.0), waits.take());
    assertEquals(List.of(), waits.take());
    assertEquals(List.of("0:2000000", "0:1000000", "2:3000000", "TIMEOUT"), heard);
  }
}
