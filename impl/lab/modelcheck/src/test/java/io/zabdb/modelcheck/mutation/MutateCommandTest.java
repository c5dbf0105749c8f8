package io.zabdb.modelcheck.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.modelcheck.SpecTree;
import io.zabdb.modelcheck.SpecTree.Ran;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on a small module, of which one condition is known to be idle. */
class MutateCommandTest {

  /** A lamp, in two modules. That count is a number is asked in vain. */
  private static final String LAMP =
      """
      ---- MODULE Lamp ----
      EXTENDS LampState
      Flip ==
          /\\ count \\in Nat
          /\\ \\/ count < 1
             \\/ count < Limit /\\ ~broken    \\* one more than
                                            \\* if it were broken
          /\\ on' = ~on
          /\\ count' = count + 1
          /\\ UNCHANGED broken
      Break == ~broken /\\ broken' = TRUE /\\ UNCHANGED <<on, count>>
      Next == Flip \\/ (IF count > 0 THEN Break ELSE UNCHANGED vars)
      Spec == Init /\\ [][Next]_vars
      Unused == /\\ count' = 0
                /\\ on' = TRUE
      ====
      """;

  private static final String STATE =
      """
      ---- MODULE LampState ----
      EXTENDS Naturals
      CONSTANT Limit
      VARIABLES on, count, broken
      vars == <<on, count, broken>>
      Init == on = FALSE /\\ count = 0 /\\ broken = FALSE
      Alternates == on = (count % 2 = 1)
      Limited == count <= Limit
      NeverBrokenLate == ~(broken /\\ count = Limit)
      FlippedFirst == broken => count > 0
      NoFlipOfBroken == [][broken /\\ count > 0 => count' = count]_vars
      ====
      """;

  private static final String IDLE = "drop Lamp!Flip: count \\in Nat";

  @TempDir Path home;
  private SpecTree tree;

  @BeforeEach
  void writeTree() {
    String constants = "\nCONSTANT Limit = 2\nSPECIFICATION Spec\n";
    tree =
        new SpecTree(home)
            .file("specs/lamp/Lamp.tla", LAMP)
            .file("specs/lamp/LampState.tla", STATE)
            .file(
                "specs/lamp/MCLamp.cfg",
                "\\* @about A lamp.\n\\* @module Lamp\n\\* @expect holds"
                    + constants
                    + "INVARIANTS Alternates Limited FlippedFirst\nPROPERTY NoFlipOfBroken")
            .file(
                "specs/lamp/reach/Late.cfg",
                "\\* @about Broken at last.\n\\* @module Lamp\n\\* @expect violates NeverBrokenLate"
                    + constants
                    + "INVARIANT NeverBrokenLate");
  }

  private static void assertSays(Ran ran, int exit, String... parts) {
    for (String part : parts) {
      assertTrue(ran.out().contains(part), "'" + part + "' is not in:\n" + ran.out());
    }
    assertEquals(exit, ran.exit(), ran.out());
  }

  @Test
  void namesThePlacesOfWhatIsReached() {
    Ran ran = SpecTree.run("specs", "mutate", "lamp", "--list");
    assertEquals(
        List.of(
            IDLE,
            "negate Lamp!Flip: count \\in Nat",
            "drop Lamp!Flip: \\/ count < 1 \\/ count < Limit /\\ ~broken",
            "negate Lamp!Flip: \\/ count < 1 \\/ count < Limit /\\ ~broken",
            "drop Lamp!Flip: count < Limit",
            "negate Lamp!Flip: count < Limit",
            "drop Lamp!Flip: ~broken",
            "negate Lamp!Flip: ~broken",
            "keep Lamp!Flip: on' = ~on",
            "keep Lamp!Flip: count' = count + 1",
            "drop Lamp!Break: ~broken",
            "negate Lamp!Break: ~broken",
            "keep Lamp!Break: broken' = TRUE",
            "drop Lamp!Next: count > 0",
            "negate Lamp!Next: count > 0"),
        ran.out().lines().filter(line -> line.contains("!")).toList());
  }

  @Test
  void aSurvivorThatIsNotListedFails() {
    // To break what is broken is no step, so that condition is idle, too.
    Ran ran = SpecTree.run("specs", "mutate", "Lamp", "--jobs", "2");
    assertSays(
        ran,
        1,
        "Lamp: 13 mutants killed, 2 survive",
        "survives, and is not listed: " + IDLE + " -- survives (the same states)",
        "survives, and is not listed: drop Lamp!Break: ~broken");
    assertFalse(ran.out().contains("listed: keep"), ran.out());
  }

  @Test
  void listedSurvivorsPass() {
    tree.file(
        "specs/lamp/Lamp.survivors",
        "\\* A comment.\n"
            + IDLE
            + "\n    It always is:\n    see Init.\ndrop Lamp!Break: ~broken\n  No step.\n");
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--at", "Lamp!Break"),
        0,
        "Lamp: 2 mutants killed, 1 survive for the reasons listed",
        "1 passed, 0 failed");
  }

  @Test
  void whatIsListedMayBeLeftOut() {
    tree.file(
        "specs/lamp/Lamp.survivors", IDLE + "\n  Always.\ndrop Lamp!Break: ~broken\n  No step.\n");
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--unlisted"),
        0,
        "Lamp: 13 mutants, 2 models",
        "Lamp: 13 mutants killed, 0 survive for the reasons listed");
  }

  @Test
  void aRunThatWasEndedGoesOn() {
    Ran ran = SpecTree.run("specs", "mutate", "lamp", "--from", "12");
    assertSays(ran, 0, "Lamp: 4 mutants, 2 models", "Lamp: 4 mutants killed, 0 survive");
    assertFalse(ran.out().contains("drop Lamp!Break: ~broken"), ran.out());
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--from", "0"), 2, "--from must be at least 1");
  }

  @Test
  void oneModelMayBeTriedAlone() {
    String kept = "keep Lamp!Flip: on' = ~on";
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--at", kept, "--model", "Late"),
        1,
        "survives, and is not listed: " + kept);
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--model", "Latest"),
        2,
        "Lamp has none of the models Latest");
  }

  @Test
  void whatIsListedMustExistAndSurvive() {
    String gone = "drop Lamp!Flip: count > 7";
    String killed = "keep Lamp!Flip: on' = ~on";
    tree.file("specs/lamp/Lamp.survivors", gone + "\n    Why.\n" + killed + "\n    Why.\n");
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--at", "!Flip: count > 7"),
        1,
        "is listed as a survivor, and does not exist: " + gone);
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--at", killed),
        1,
        "is listed as a survivor, and is killed: " + killed + " -- MCLamp violates Alternates");
  }

  @Test
  void modelsThatFailWithoutAMutantAreNoJudges() {
    tree.file("specs/lamp/LampState.tla", STATE.replace("count <= Limit", "count < Limit"));
    assertSays(
        SpecTree.run("specs", "mutate", "lamp", "--at", IDLE),
        2,
        "MCLamp fails before anything is changed");
  }

  @Test
  void unknownModule() {
    assertSays(SpecTree.run("specs", "mutate", "clok"), 2, "'clok' is no base module");
  }
}
