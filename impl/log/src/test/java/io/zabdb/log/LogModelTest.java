package io.zabdb.log;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Random runs against a model; one that fails is made shorter while it still fails. {@code
 * -Djqwik.tries.default=N} for so many runs, {@code -Dzabdb.log.from=SEED} for others.
 */
class LogModelTest {

  private static final int STEPS = 80;

  /** Fewer runs do not have to see everything. */
  private static final int MANY = 1000;

  /** How often each of these must have been seen. */
  private static final int OFTEN = 30;

  private static final long FROM = Long.getLong("zabdb.log.from", 1);

  private static final List<String> MUST_HAPPEN =
      List.of(
          "disk full",
          "entries lost",
          "entry again",
          "flip noticed",
          "flip harmless or cut",
          "power lost in recovery",
          "power lost in append",
          "power lost in sync",
          "power lost in truncate",
          "power lost in purge",
          "power lost in reset",
          "power lost in ACCEPTED",
          "power lost in CURRENT",
          "power lost in spares",
          "no room for a spare");

  private static int runs;

  @Property(
      seed = "1",
      generation = GenerationMode.RANDOMIZED,
      edgeCases = EdgeCasesMode.NONE,
      afterFailure = AfterFailureMode.RANDOM_SEED)
  void whatIsRecoveredIsWhatTheModelAllows(
      @ForAll("seeds") long seed, @ForAll("steps") List<Long> steps) {
    Map<String, Integer> counts = new HashMap<>();
    new RandomRun(seed, counts).run(steps);
    counts.forEach(
        (event, count) -> {
          for (int i = 0; i < count; i++) {
            Statistics.label("what happened").collect(event);
          }
        });
    runs++;
    if (runs >= MANY) {
      Statistics.label("what happened")
          .coverage(
              seen ->
                  MUST_HAPPEN.forEach(event -> seen.check(event).count(count -> count >= OFTEN)));
    }
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.randomValue(LogModelTest::number);
  }

  @Provide
  Arbitrary<List<Long>> steps() {
    // All are as long as can be; a shorter one is what is left of one that failed.
    return seeds()
        .list()
        .ofMaxSize(STEPS)
        .withSizeDistribution((tries, min, max, center) -> random -> max);
  }

  private static long number(Random random) {
    return random.nextLong() ^ new Random(FROM).nextLong();
  }
}
