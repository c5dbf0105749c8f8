package io.zabdb.modelcheck.explain;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps are named after the base module's actions, however the model wraps them. */
class ExplainerTest {

  private static final String MODEL =
      """
      ---- MODULE MCClock ----
      EXTENDS Clock
      CONSTANT Limit
      VARIABLE count
      Count == count' = count + 1
      Spend == count < Limit
      MCTick(n) == Spend /\\ \\E m \\in {n} : Tick(m) /\\ Count
      FreeTick(n) == \\E m \\in {n} : Tick(m) /\\ Count
      MCInit == Init /\\ count = 0
      MCNext ==
          \\/ /\\ \\/ \\E n \\in Node : MCTick(n)
                \\/ Reset
             /\\ TRUE
          \\/ LET again == 1 IN FALSE /\\ Count /\\ Tick(again) \\* never
      Wrapped == MCNext /\\ (count' = count + 1)
      MCSpec == MCInit /\\ [][%s]_<<vars, count>>
      Enough == count < 2
      ====
      """;

  @TempDir Path home;

  private String trace(String next, String constants, int limit) {
    String head = "\\* @about x\n\\* @module MCClock\n\\* @expect violates Enough\n";
    new SpecTree(home)
        .file("specs/clock/MCClock.tla", MODEL.formatted(next))
        .file(
            "specs/clock/M.cfg",
            head
                + "CONSTANTS Node = {n1} Hours = 3 Limit = "
                + limit
                + " "
                + constants
                + "\nSPECIFICATION MCSpec\nINVARIANT Enough\n");
    return SpecTree.run("specs", "--only", "M", "--trace").out();
  }

  @Test
  void looksThroughTheModelsWrappers() {
    String out = trace("Wrapped", "", 9);
    assertTrue(out.contains("    2  Tick(n1)") && out.contains("    3  Tick(n1)"), out);
  }

  @Test
  void looksThroughWhatTheConfigurationPutsInPlaceOfAWrapper() {
    // MCTick itself can take no step with this limit, so the replay needs FreeTick.
    String out = trace("MCNext", "MCTick <- FreeTick", 0);
    assertTrue(out.contains("    2  Tick(n1)") && out.contains("    3  Tick(n1)"), out);
  }
}
