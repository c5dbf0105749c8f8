package io.zabdb.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.testkit.linearizability.Verdict;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.explain.Digest;
import io.zabdb.testkit.sim.fault.Profile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {

  private static String digest(Options options) {
    Digest digest = new Digest();
    new Simulation(options.withLog(digest)).run();
    return digest.hex();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aSeedGivesTheSameRunEventForEvent(long seed) {
    Options options = Options.of(seed, Profile.SWARM, 0);
    assertEquals(digest(options), digest(options));
    assertNotEquals(digest(options), digest(Options.of(seed + 100, Profile.SWARM, 0)));
  }

  /** {@code ./zabdb test} makes hundreds of these. */
  @ParameterizedTest
  @EnumSource(Profile.class)
  void theProductPasses(Profile profile) {
    for (long seed = 1; seed <= 3; seed++) {
      Result result = new Simulation(Options.of(seed, profile, 0)).run();
      assertEquals("", result.message(), "seed " + seed);
    }
  }

  @Test
  void withoutFaultsAllOperationsSucceed() {
    Result result = new Simulation(Options.of(1, Profile.CALM, 3)).run();
    assertEquals(Verdict.VALID, result.verdict());
    assertTrue(result.meaningful());
    assertTrue(result.counts().of("operation: PUT ok") > 100);
    assertEquals(0, result.counts().of("operation: PUT unknown"));
  }

  @Test
  void sessionsAreForgottenAndServed() {
    Counts counts = new Counts();
    for (long seed = 1; seed <= 15; seed++) {
      counts.addAll(new Simulation(Options.of(seed, Profile.SESSIONS, 0)).run().counts());
    }
    assertTrue(counts.of("store: sessions forgotten") > 100, counts.all()::toString);
    assertTrue(counts.of("client: session too old") > 30, counts.all()::toString);
    assertTrue(counts.of("operation: PUT ok") > 1_000, counts.all()::toString);
  }

  @Test
  void aReplicaThatActsAloneIsCaught() {
    Options options =
        Options.of(1, Profile.CALM, 3)
            .withReplicas(
                (settings, recovered, outputs) -> new SelfishReplica(recovered.entries().size()));
    assertEquals("AcknowledgedIsDurable", new Simulation(options).run().property());
  }

  @Test
  void otherFaultsGiveAnotherRun() {
    Options options = Options.of(9, Profile.CRASHES, 3);
    Result with = new Simulation(options).run();
    Result without = new Simulation(options.withFaults(List.of())).run();
    assertTrue(with.counts().of("fault: KILL") > 0);
    assertEquals(0, without.counts().of("fault: KILL"));
    assertFalse(without.failed());
  }
}
