package io.zabdb.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.balance.BalanceRules;
import io.zabdb.balance.load.MoveLimits;
import io.zabdb.balance.move.MoveRules;
import io.zabdb.balance.move.PayGuards;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each scenario with few nodes; {@code ./zabdb simulate scale} has a thousand. */
class ScaleRunTest {

  /** With 30 partitions a node what is lost of a node is too coarse to be spread at 1.2 times. */
  private static ScaleOptions options(ScaleScenario scenario) {
    return new ScaleOptions(30, scenario == ScaleScenario.FAIL ? 1_800 : 900, scenario, 1);
  }

  private static ScaleReport run(ScaleScenario scenario) {
    ScaleReport report = new ScaleRun(options(scenario)).run();
    assertEquals(List.of(), report.failures(), () -> String.join("\n", report.lines()));
    return report;
  }

  private static String failures(
      ScaleScenario scenario, MoveRules moves, MoveLimits limits, PayGuards guards) {
    BalanceRules usual = BalanceRules.usual(ScaleLoad.NODE_HITS / 2);
    BalanceRules rules = new BalanceRules(moves, limits, usual.placement(), usual.bootstrap());
    return String.join("\n", new ScaleRun(options(scenario), rules, guards).run().failures());
  }

  @Test
  void nodesCome() {
    run(ScaleScenario.GROW);
  }

  @Test
  void nodesAreLost() {
    run(ScaleScenario.FAIL);
  }

  @Test
  void aHotSpotRoamsAndTheSameSeedGivesTheSameDay() {
    assertEquals(run(ScaleScenario.HOTSPOT).lines(), run(ScaleScenario.HOTSPOT).lines());
  }

  @Test
  void dayAndNight() {
    run(ScaleScenario.DIURNAL);
  }

  @Test
  void nodesLeave() {
    run(ScaleScenario.DECOMMISSION);
  }

  /** The judge sees it: what moves at once and for anything comes back. */
  @Test
  void withoutRestPartitionsGoToAndFro() {
    String failures =
        failures(
            ScaleScenario.DIURNAL,
            new MoveRules(1, 5, 0, 90, 0, 60_000, 300_000),
            MoveLimits.USUAL,
            new EagerGuards());
    assertTrue(failures.contains("came back to a former owner"), failures);
  }

  /** The judge sees it: nothing moves, so that nodes that came stay empty. */
  @Test
  void aPlannerThatMovesNothingLeavesNewNodesEmpty() {
    String failures =
        failures(
            ScaleScenario.GROW,
            new MoveRules(100, 5, 100, 90, 0, 60_000, 300_000),
            MoveLimits.USUAL,
            PayGuards.STANDARD);
    assertTrue(failures.contains("NOT REACHED: each new node"), failures);
    assertTrue(failures.contains("the store is not even at the end"), failures);
  }

  @Test
  void tooFewAndTooManyAreRefused() {
    for (int[] bad : new int[][] {{11, 720}, {3_001, 720}, {24, 239}, {24, 1_000_001}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new ScaleOptions(bad[0], bad[1], ScaleScenario.GROW, 1));
    }
  }

  /** A mutant: whatever brings the store a little nearer to balance is done, cost what it may. */
  private static final class EagerGuards extends PayGuards {

    @Override
    protected boolean isGain(double gain, double cost, boolean fills) {
      return true;
    }

    @Override
    protected boolean isFarAfter(int percent, double source, double destination) {
      return true;
    }
  }
}
