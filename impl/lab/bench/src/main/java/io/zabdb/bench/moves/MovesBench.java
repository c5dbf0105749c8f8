package io.zabdb.bench.moves;

import io.zabdb.bench.error.BenchException;
import io.zabdb.bench.load.ClosedLoop;
import io.zabdb.bench.load.Latency;
import io.zabdb.bench.load.Loader;
import io.zabdb.bench.load.Recording;
import io.zabdb.bench.machine.ProcessUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Moves a partition to and fro: first without clients, then under clients, in rounds of a time
 * without moves and one in which a move follows upon the other.
 */
final class MovesBench {

  /** Without moves, the longest waits are those of so long, or of the whole half. */
  private static final Duration STRETCH = Duration.ofSeconds(1);

  /** Any operation is tried for a shorter time. */
  private static final Duration END_LIMIT = Duration.ofMinutes(2);

  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;

  private final MovesTarget target;
  private final MovesSettings settings;
  private final Consumer<String> progress;
  private final LongSupplier nanos;
  private final Recording recording = new Recording();
  private final LongestWaits waits;

  /** What was found. */
  record Found(List<IdleMove> idle, List<Round> rounds) {}

  /** Two halves, of which one had moves. */
  record Round(Half still, Half moving) {}

  /** A part of a half: as long as its waits are put together. */
  private interface Stretch {

    /** Passes the time of one, and gives what moved. */
    Optional<Moved> pass() throws BenchException, InterruptedException;
  }

  /**
   * @param progress hears what is done next
   * @param nanos the time, for differences only
   */
  MovesBench(
      MovesTarget target, MovesSettings settings, Consumer<String> progress, LongSupplier nanos) {
    this.target = target;
    this.settings = settings;
    this.progress = progress;
    this.nanos = nanos;
    waits = new LongestWaits(recording, settings.clients());
  }

  /**
   * Runs all.
   *
   * @throws java.util.concurrent.CompletionException if a row cannot be loaded, or clients do not
   *     end
   */
  Found run() throws BenchException, InterruptedException {
    progress.accept("loading " + settings.keys().rows() + " rows");
    Loader.load(target.stores().get(0), settings.keys(), settings.seed());
    List<IdleMove> idle = new ArrayList<>();
    for (int i = 0; i < settings.idleMoves(); i++) {
      progress.accept("moving without clients");
      idle.add(idleMove());
    }
    ScheduledExecutorService pauses = Executors.newSingleThreadScheduledExecutor();
    ClosedLoop loop =
        new ClosedLoop(
            target.stores(),
            settings.clients(),
            settings.keys(),
            settings.mix(),
            waits,
            pauses,
            settings.seed());
    try {
      progress.accept("warming up for " + settings.warmUp().toSeconds() + " s");
      loop.start();
      Thread.sleep(settings.warmUp().toMillis());
      List<Round> rounds = new ArrayList<>();
      for (int i = 0; i < settings.rounds(); i++) {
        progress.accept("measuring without moves");
        Half still = half(this::stand);
        progress.accept("measuring with moves");
        rounds.add(new Round(still, half(() -> Optional.of(target.move()))));
      }
      return new Found(idle, rounds);
    } finally {
      loop.stop().orTimeout(END_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
      pauses.shutdown();
    }
  }

  private Optional<Moved> stand() throws InterruptedException {
    Thread.sleep(Math.min(STRETCH.toMillis(), settings.measure().toMillis()));
    return Optional.empty();
  }

  private IdleMove idleMove() throws BenchException, InterruptedException {
    Map<Integer, ProcessUsage> before = target.usage();
    long start = nanos.getAsLong();
    Moved moved = target.move();
    double seconds = (nanos.getAsLong() - start) / NANOS;
    Map<Integer, Double> cpu = new HashMap<>();
    Map<Integer, Long> written = new HashMap<>();
    target
        .usage()
        .forEach(
            (node, now) -> {
              ProcessUsage then = before.get(node);
              if (then != null) {
                cpu.put(node, (now.cpuMicros() - then.cpuMicros()) / MICROS);
                written.put(node, now.writtenBytes() - then.writtenBytes());
              }
            });
    return new IdleMove(moved, seconds, cpu, written);
  }

  private Half half(Stretch stretch) throws BenchException, InterruptedException {
    List<Double> longest = new ArrayList<>();
    List<Moved> moves = new ArrayList<>();
    recording.take();
    waits.take();
    long start = nanos.getAsLong();
    while (nanos.getAsLong() - start < settings.measure().toNanos()) {
      Optional<Moved> moved = stretch.pass();
      longest.addAll(waits.take());
      moved.ifPresent(moves::add);
    }
    double seconds = (nanos.getAsLong() - start) / NANOS;
    Recording.Taken taken = recording.take();
    return new Half(
        seconds,
        Latency.of(taken.reads()),
        Latency.of(taken.writes()),
        taken.errors(),
        longest,
        moves);
  }
}
