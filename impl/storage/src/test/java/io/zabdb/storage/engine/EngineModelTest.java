package io.zabdb.storage.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.AfterFailureMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Random runs of both engines agree with a plain model; one that fails is made shorter while it
 * still fails. {@code -Dzabdb.engine.from=SEED} for others.
 */
@PropertyDefaults(
    generation = GenerationMode.RANDOMIZED,
    edgeCases = EdgeCasesMode.NONE,
    afterFailure = AfterFailureMode.RANDOM_SEED)
class EngineModelTest {

  private static final int STEPS = 250;

  private static final long FROM = Long.getLong("zabdb.engine.from", 1);

  private static final List<String> MUST_HAPPEN =
      List.of(
          "apply",
          "automatic",
          "collect",
          "compact",
          "crash",
          "create or drop",
          "flush",
          "install",
          "move");

  @Property(seed = "1", tries = 20)
  void inMemory(@ForAll("seeds") long seed, @ForAll("steps") List<Long> steps) throws IOException {
    Path directory = Files.createTempDirectory("zabdb-engine");
    run(seed, steps, new MemoryBackend(), directory);
  }

  @Property(seed = "1", tries = 6)
  void inRocksDb(@ForAll("seeds") long seed, @ForAll("steps") List<Long> steps) throws IOException {
    Path directory = Files.createTempDirectory("zabdb-engine");
    run(seed, steps, new RocksBackend(directory), directory);
  }

  private static void run(long seed, List<Long> steps, Backend backend, Path directory)
      throws IOException {
    try (RandomRun run =
        new RandomRun(
            seed,
            backend,
            directory.resolve("run"),
            what -> Statistics.label("what happened").collect(what))) {
      run.run(steps);
    } finally {
      delete(directory);
    }
    Statistics.label("what happened")
        .coverage(seen -> MUST_HAPPEN.forEach(what -> seen.check(what).count(count -> count >= 5)));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.randomValue(EngineModelTest::number);
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
