package io.zabdb.testkit.sim.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

class SeedThreadsTest {

  private final Set<Long> ran = new ConcurrentSkipListSet<>();

  @Test
  void eachSeedRunsOnce() throws InterruptedException {
    new SeedThreads(ran::add, 7, 5, Optional.empty()).run(3);
    assertEquals(Set.of(7L, 8L, 9L, 10L, 11L), ran);
  }

  @Test
  void nothingMoreIsBegunOnceItIsEnough() throws InterruptedException {
    new SeedThreads(seed -> ran.add(seed) && seed < 3, 1, 1_000, Optional.empty()).run(1);
    assertEquals(Set.of(1L, 2L, 3L), ran);
  }

  @Test
  void nothingIsBegunWhenTimeIsUp() throws InterruptedException {
    new SeedThreads(ran::add, 1, 1_000, Optional.of(Duration.ZERO)).run(2);
    assertEquals(Set.of(), ran);
  }

  /** A thread that died would have run no seed, and found nothing wrong. */
  @Test
  void aSeedThatCannotBeRunIsNamed() {
    SeedThreads threads =
        new SeedThreads(
            seed -> {
              ran.add(seed);
              if (seed == 4) {
                throw new StackOverflowError();
              }
              return true;
            },
            1,
            1_000,
            Optional.empty());
    IllegalStateException failed = assertThrows(IllegalStateException.class, () -> threads.run(1));
    assertTrue(failed.getMessage().contains("seed 4 cannot be run"), failed.getMessage());
    assertEquals(Set.of(1L, 2L, 3L, 4L), ran);
  }
}
