package io.zabdb.modelcheck.specs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.SpecTree.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of which it is known that they fail are run again when something of them changes. */
class KnownOutcomesTest {

  private static final String BASE = "---- MODULE Base ----\nEXTENDS Naturals\nStart == 0\n====\n";

  private static final String MUTANT =
      "---- MODULE MutClock ----\nEXTENDS Clock\nB == INSTANCE Base\nAlways(n) == hour >= B!Start\n====\n";

  private static final String CFG =
      "\\* @about A clock that ticks on.\n\\* @module MutClock\n\\* @expect violates Few\n";

  @TempDir Path home;

  @BeforeEach
  void aModelThatHoldsAndOneThatMustFail() {
    new SpecTree(home, SpecTree.CLOCK.replace("Early ==", "Few == ticks[\"n\"] < 4\nEarly =="))
        .file("specs/clock/Base.tla", BASE)
        .file("specs/clock/mutants/MutClock.tla", MUTANT)
        .file("specs/clock/mutants/Mutant.cfg", mutant(CFG))
        .file(
            "specs/clock/Holds.cfg",
            configuration("\\* @about A clock.\n\\* @module Clock\n\\* @expect holds\n", "Few"));
    assertEquals(0, SpecTree.run("specs", "--record").exit());
  }

  private static String mutant(String head) {
    return configuration(head, "Few") + "CONSTANT CanTick <- Always\n";
  }

  private static String configuration(String head, String invariant) {
    return SpecTree.clock(head, "INVARIANT " + invariant).replace("{n1, n2}", "{\"n\"}");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(home.resolve("specs/clock").resolve(name), text);
  }

  /** Which of the two it runs. */
  private static void assertRuns(boolean mutant, boolean holds) {
    Ran ran = SpecTree.run("specs", "--changed");
    assertEquals(mutant, ran.out().contains(" Mutant: "), ran.out());
    assertEquals(holds, ran.out().contains(" Holds: "), ran.out());
    assertTrue(
        ran.out().contains((mutant ? 0 : 1) + " of 2 models must fail and are as they were"),
        ran.out());
  }

  @Test
  void whatIsKnownToFailIsLeftOutAndWhatMustHoldNever() {
    assertRuns(false, true);
    assertTrue(SpecTree.run("specs").out().contains(" Mutant: "), "when nobody says so");
  }

  @Test
  void aChangeOfItsModuleItsConfigurationOrWhatItBuildsOnRunsItAgain() throws Exception {
    write("mutants/MutClock.tla", MUTANT.replace(">=", "\\geq"));
    assertRuns(true, true);
    write("mutants/MutClock.tla", MUTANT);
    assertRuns(false, true);
    write("mutants/Mutant.cfg", mutant(CFG + "\\* @bounds small\n"));
    assertRuns(true, true);
    write("mutants/Mutant.cfg", mutant(CFG));
    write("Base.tla", BASE.replace("== 0", "== 0 * 1"));
    assertRuns(true, true);
    write("Base.tla", BASE);
    String clock = Files.readString(home.resolve("specs/clock/Clock.tla"));
    write("Clock.tla", clock.replace("hour < 2", "hour < 1"));
    assertRuns(true, true);
  }

  @Test
  void aMutantThatIsNoticedNoMoreFails() throws Exception {
    write("Base.tla", BASE.replace("== 0", "== 5"));
    Ran ran = SpecTree.run("specs", "--changed");
    assertEquals(1, ran.exit(), ran.out());
    assertTrue(ran.out().contains("expected: violates Few, found: holds"), ran.out());
  }

  @Test
  void onlyARunThatFailedAsItMustCounts() throws Exception {
    Path statistics = home.resolve("specs/STATISTICS.md");
    String recorded = Files.readString(statistics);
    for (String[] other :
        new String[][] {{"| yes ", "| no  "}, {"| violates Few |", "| holds |"}}) {
      int row = recorded.indexOf("| Mutant ");
      int place = recorded.lastIndexOf(other[0], recorded.indexOf('\n', row));
      assertTrue(place > row, recorded);
      Files.writeString(
          statistics,
          recorded.substring(0, place) + other[1] + recorded.substring(place + other[0].length()));
      assertRuns(true, true);
    }
  }
}
