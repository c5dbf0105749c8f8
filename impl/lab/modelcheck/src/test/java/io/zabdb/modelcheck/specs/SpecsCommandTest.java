package io.zabdb.modelcheck.specs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.SpecTree.Ran;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.tlc.Tlc;
import io.zabdb.modelcheck.verdict.PastTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each outcome of TLC, by running TLC on a small module. */
class SpecsCommandTest {

  @TempDir Path home;

  /** Runs one model of Clock. */
  private Ran check(String annotations, String checks, String... options) {
    String head =
        "\\* @about A clock.\n\\* @module Clock\n\\* " + annotations.replace(";", "\n\\* ");
    new SpecTree(home).file("specs/clock/Model.cfg", SpecTree.clock(head, checks));
    String[] arguments = new String[options.length + 3];
    arguments[0] = "specs";
    arguments[1] = "--only";
    arguments[2] = "Model";
    System.arraycopy(options, 0, arguments, 3, options.length);
    return SpecTree.run(arguments);
  }

  private static void assertRan(Ran ran, int exit, String... parts) {
    for (String part : parts) {
      assertTrue(ran.out().contains(part), "'" + part + "' is not in:\n" + ran.out());
    }
    assertEquals(exit, ran.exit(), ran.out());
    String last = ran.out().lines().reduce((first, second) -> second).orElse("");
    assertEquals(
        exit == 0 ? "1 passed, 0 failed, 0 skipped" : "0 passed, 1 failed, 0 skipped", last);
  }

  @Test
  void holds() {
    assertRan(
        check("@expect holds", "INVARIANT Late\nPROPERTIES Returns"), 0, "holds", " 16 ", "yes");
  }

  @Test
  void violatesTheExpectedInvariant() {
    assertRan(
        check("@expect violates Early", "INVARIANTS TypeOK Early"),
        0,
        "violates Early  violates Early");
  }

  @Test
  void violatesAnotherInvariant() {
    Ran ran = check("@expect violates Late", "INVARIANTS Late Early");
    assertRan(
        ran,
        1,
        "expected: violates Late, found: violates Early",
        "Tick(n1)",
        "hour = 1",
        "ticks[n1] = 1");
    assertFalse(
        ran.out().contains("ticks[n2] = 0\n        ticks[n2]"), "unchanged parts are not repeated");
  }

  @Test
  void violatesThoughItShouldHold() {
    assertRan(
        check("@expect holds", "INVARIANT Early"), 1, "expected: holds, found: violates Early");
  }

  @Test
  void holdsThoughItShouldBeViolated() {
    assertRan(
        check("@expect violates Late", "INVARIANT Late"),
        1,
        "expected: violates Late, found: holds");
  }

  @Test
  void violatesATemporalProperty() {
    Ran ran = check("@expect violates Stops", "PROPERTY Stops", "--trace");
    assertRan(ran, 0, "violates Stops", "and back to step");
  }

  @Test
  void violatesAnActionPropertyAmongOthers() {
    // TLC names action properties, so the report does, too.
    assertRan(
        check("@expect holds", "PROPERTIES Returns NeverBack"), 1, "found: violates NeverBack");
  }

  @Test
  void deadlock() {
    String stuck =
        SpecTree.CLOCK.replace(
            "Next == (\\E n \\in Node : Tick(n)) \\/ Reset", "Next == \\E n \\in Node : Tick(n)");
    new SpecTree(home);
    String head = "\\* @about x\n\\* @module Stuck\n\\* @deadlock check\n\\* @expect deadlock";
    new SpecTree(home)
        .file("specs/clock/Stuck.tla", stuck.replace("MODULE Clock", "MODULE Stuck"))
        .file("specs/clock/Jam.cfg", SpecTree.clock(head, "INVARIANT TypeOK"))
        .file(
            "specs/clock/Surprise.cfg",
            SpecTree.clock(head.replace("expect deadlock", "expect holds"), ""));
    Ran ran = SpecTree.run("specs", "stuck");
    assertTrue(ran.out().contains("FAIL  Stuck   Surprise  holds     deadlock"), ran.out());
    assertTrue(ran.out().endsWith("1 passed, 1 failed, 0 skipped\n"), ran.out());
  }

  @Test
  void reachesWhatItMust() {
    String head =
        "\\* @about A clock.\n\\* @module Clock\n\\* @expect holds\n\\* @reaches Noon Late";
    new SpecTree(home, withNoon("hour = 2"))
        .file("specs/clock/Model.cfg", SpecTree.clock(head, "INVARIANT Late"));
    assertRan(SpecTree.run("specs", "--only", "Model"), 0, "holds", "yes");
    new SpecTree(home, withNoon("hour = 7"))
        .file("specs/clock/Model.cfg", SpecTree.clock(head, "INVARIANT Late"));
    assertRan(SpecTree.run("specs", "--only", "Model"), 1, "never reached: Noon");
    new SpecTree(home, withNoon("hour # 2"))
        .file(
            "specs/clock/Model.cfg",
            SpecTree.clock(head.replace("Noon", "~Noon"), "INVARIANT Late"));
    assertRan(SpecTree.run("specs", "--only", "Model"), 0, "holds", "yes");
    new SpecTree(home, withNoon("hour # 7"))
        .file(
            "specs/clock/Model.cfg",
            SpecTree.clock(head.replace("Noon", "~Noon"), "INVARIANT Late"));
    assertRan(SpecTree.run("specs", "--only", "Model"), 1, "never reached: ~Noon");
  }

  private static String withNoon(String condition) {
    return SpecTree.CLOCK.replace("Early ==", "Noon == " + condition + "\nEarly ==");
  }

  @Test
  void randomBehavioursReachWhatTheyMust() {
    String random = "@expect holds;@mode simulate num=%d depth=%d;@reaches Returned";
    String returned =
        SpecTree.CLOCK.replace("Early ==", "Returned == hour = 0 /\\ ticks[\"n1\"] > 0\nEarly ==");
    String checks = "INVARIANT Late";
    String head = "\\* @about A clock.\n\\* @module Clock\n\\* ";
    for (int depth : List.of(2, 60)) {
      new SpecTree(home, returned.replace("\"n1\"", "CHOOSE n \\in Node : TRUE"))
          .file(
              "specs/clock/Model.cfg",
              SpecTree.clock(head + random.formatted(30, depth).replace(";", "\n\\* "), checks));
      Ran ran = SpecTree.run("specs", "--only", "Model");
      if (depth == 2) {
        assertRan(ran, 1, "never reached: Returned", "random behaviours: --seed ");
      } else {
        assertRan(ran, 0, "random behaviours: --seed ");
      }
    }
  }

  /** A behaviour reaches one of the two, by chance: one draw never does for both. */
  @Test
  void drawsAgainUntilAllIsReached() {
    String fork =
        """
        ---- MODULE Fork ----
        EXTENDS Naturals
        VARIABLE x
        Init == x = 0
        Next == x = 0 /\\ x' \\in {1, 2}
        One == x = 1
        Two == x = 2
        Small == x < 3
        ====
        """;
    String head =
        "\\* @about A fork.\n\\* @module Fork\n\\* @expect holds\n\\* @tier quick\n"
            + "\\* @mode simulate num=1 depth=3\n\\* @reaches One Two\n\\* @deadlock ignore\n";
    new SpecTree(home)
        .file("specs/clock/Fork.tla", fork)
        .file("specs/clock/Fork.cfg", head + "INIT Init\nNEXT Next\nINVARIANT Small\n");
    assertRan(SpecTree.run("specs", "--only", "Fork", "--seed", "1"), 0, "holds");
  }

  @Test
  void theSeedOfRandomBehavioursIsDrawnOrGiven() {
    String random = "@expect holds;@mode simulate num=5 depth=30";
    assertRan(check(random, "INVARIANT Late", "--seed", "7"), 0, "random behaviours: --seed 7\n");
    Ran one = check(random, "INVARIANT Late");
    Ran other = check(random, "INVARIANT Late");
    assertNotEquals(one.out().lines().findFirst(), other.out().lines().findFirst());
    assertFalse(check(random + " seed=3", "INVARIANT Late").out().contains("--seed"));
  }

  @Test
  void parseError() {
    new SpecTree(home)
        .file(
            "specs/clock/Broken.tla",
            "---- MODULE Broken ----\nEXTENDS Clock\nX == Unknown(1)\n====\n");
    String head = "\\* @about x\n\\* @module Broken\n\\* @expect violates Early";
    new SpecTree(home).file("specs/clock/Broken.cfg", SpecTree.clock(head, "INVARIANT Early"));
    assertRan(
        SpecTree.run("specs", "--only", "Broken"),
        1,
        "found: parse error",
        "Unknown operator: `Unknown'");
  }

  @Test
  void configurationError() {
    assertRan(
        check("@expect holds", "INVARIANT Nowhere"),
        1,
        "parse error",
        "The invariant Nowhere specified");
    assertRan(
        check("@expect holds", "CONSTANT Tock <- Tick"), 1, "parse error", "Tock does not appear");
  }

  @Test
  void evaluationError() {
    String bad = SpecTree.CLOCK.replace("Early == hour < 2", "Early == hour < \"two\"");
    new SpecTree(home).file("specs/clock/Bad.tla", bad.replace("MODULE Clock", "MODULE Bad"));
    String head = "\\* @about x\n\\* @module Bad\n\\* @expect holds";
    new SpecTree(home).file("specs/clock/Bad.cfg", SpecTree.clock(head, "INVARIANT Early"));
    assertRan(
        SpecTree.run("specs", "--only", "Bad"), 1, "found: evaluation error", "line 13, column");
  }

  @Test
  void trivialStateSpace() {
    Ran ran = check("@expect holds", "INVARIANT TypeOK\nCONSTRAINT Nothing");
    assertRan(ran, 1, "parse error");
    String still = SpecTree.CLOCK.replace("CanTick(n) == ticks[n] < Hours", "CanTick(n) == FALSE");
    new SpecTree(home).file("specs/clock/Still.tla", still.replace("MODULE Clock", "MODULE Still"));
    String head = "\\* @about x\n\\* @module Still\n\\* @expect holds";
    new SpecTree(home).file("specs/clock/Still.cfg", SpecTree.clock(head, "INVARIANT TypeOK"));
    assertRan(SpecTree.run("specs", "--only", "Still"), 1, "the state space is empty or trivial");
    new SpecTree(home)
        .file(
            "specs/clock/Still.cfg",
            SpecTree.clock(head + "\n\\* @mode simulate num=9 depth=9", "INVARIANT TypeOK"));
    assertRan(SpecTree.run("specs", "--only", "Still"), 1, "the state space is empty or trivial");
  }

  @Test
  void simulation() {
    Ran ran = check("@expect holds;@mode simulate num=5 depth=8 seed=3", "INVARIANT Late");
    assertRan(ran, 0, "41 seen");
  }

  @Test
  void unfinishedOnlyByNight() {
    String big = SpecTree.CLOCK.replace("% Hours", "% 1000000").replace("ticks[n] < Hours", "TRUE");
    new SpecTree(home).file("specs/clock/Big.tla", big.replace("MODULE Clock", "MODULE Big"));
    String head = "\\* @about x\n\\* @module Big\n\\* @tier deep\n\\* @expect ";
    new SpecTree(home).file("specs/clock/Big.cfg", SpecTree.clock(head + "holds", ""));
    assertRan(
        SpecTree.run("specs", "--only", "Big", "--seconds", "2"),
        0,
        "not finished within the time budget");
    new SpecTree(home)
        .file("specs/clock/Big.cfg", SpecTree.clock(head + "violates Done", "INVARIANT Done"))
        .file(
            "specs/clock/Big.tla",
            big.replace("MODULE Clock", "MODULE Big").replace("Late ==", "Done == TRUE\nLate =="));
    assertRan(
        SpecTree.run("specs", "--only", "Big", "--seconds", "2"),
        1,
        "did not finish in the time allowed",
        // Where it was.
        "Full thread dump");
  }

  @Test
  void tiersAreCumulative() {
    SpecTree tree = new SpecTree(home);
    for (String tier : new String[] {"quick", "full", "deep"}) {
      String head = "\\* @about x\n\\* @module Clock\n\\* @expect holds\n\\* @tier " + tier;
      tree.file("specs/clock/" + tier + ".cfg", SpecTree.clock(head, ""));
    }
    assertTrue(SpecTree.run("specs", "clock").out().contains("checking 1 models"));
    assertTrue(SpecTree.run("specs", "full").out().endsWith("2 passed, 0 failed, 0 skipped\n"));
    assertTrue(
        SpecTree.run("specs", "deep", "clock").out().endsWith("3 passed, 0 failed, 0 skipped\n"));
  }

  @Test
  void brokenConfigurationsFail() {
    new SpecTree(home).file("specs/clock/X.cfg", "\\* @module Clock\nSPECIFICATION Spec\n");
    Ran ran = SpecTree.run("specs");
    assertEquals(1, ran.exit());
    assertTrue(
        ran.out().contains("FAIL specs/clock/X.cfg: annotation @about is missing"), ran.out());
  }

  @Test
  void unknownNames() {
    new SpecTree(home);
    assertEquals(2, SpecTree.run("specs", "watch").exit());
    assertEquals(2, SpecTree.run("specs", "--only", "Watch").exit());
    assertEquals(2, SpecTree.run("specs", "--colour").exit());
    assertEquals(2, SpecTree.run("specs", "--jobs", "0").exit());
  }

  @Test
  void records() throws Exception {
    check("@expect holds", "INVARIANT Late", "--record");
    String text = Files.readString(home.resolve("specs/STATISTICS.md"));
    assertTrue(text.contains("| Clock "), text);
    assertTrue(text.contains("`Node={n1, n2}; Hours=3`"), text);
    assertFalse(text.contains(home.toString()), text);
    assertTrue(PastTimes.read(home.resolve("specs/STATISTICS.md")).of("Model").isPresent());
  }

  @Test
  void largeTiersRecordThemselvesAndRandomBehavioursAreNeverFinished() throws Exception {
    String head = "\\* @about A clock.\n\\* @module Clock\n\\* @expect holds\n\\* @mode ";
    new SpecTree(home)
        .file(
            "specs/clock/SIMClock.cfg",
            SpecTree.clock(head + "simulate num=9 depth=9\n\\* @tier full", "INVARIANT Late"));
    Path file = home.resolve("specs/STATISTICS.md");
    SpecTree.run("specs", "full", "--no-record");
    assertFalse(Files.exists(file));
    SpecTree.run("specs", "full");
    assertTrue(Files.readString(file).contains("| -        |"), Files.readString(file));
  }

  @Test
  void whatEndedBeforeAnInterruptionIsRecorded() throws Exception {
    new SpecTree(home)
        .file(
            "specs/clock/Model.cfg",
            SpecTree.clock(
                "\\* @about A clock.\n\\* @module Clock\n\\* @expect holds", "INVARIANT Late"));
    ModelCatalog catalog = ModelCatalog.read(home.resolve("specs"));
    Path file = home.resolve("specs/STATISTICS.md");
    Recorder recorder = new Recorder(file, catalog, "./zabdb specs deep");
    Scheduler scheduler =
        new Scheduler(
            new Tlc(catalog.folders(), 512, null),
            1,
            model -> Duration.ofMinutes(5),
            PastTimes.read(file),
            Pace.full());
    scheduler.run(
        catalog.models(),
        run -> {
          recorder.record(run);
          assertTrue(read(file).contains("| Clock  | Model | quick |"), read(file));
        });
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Test
  void draws() throws Exception {
    check("@expect violates Early", "INVARIANT Early", "--diagram=drawn");
    String svg = Files.readString(home.resolve("drawn/Model.svg"));
    assertTrue(
        svg.contains(">Tick</text>")
            && svg.contains(">n1</text>")
            && svg.contains("violates Early"),
        svg);
  }
}
